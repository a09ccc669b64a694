/// How many more descriptors this process may open.
package enum DescriptorRoom {
    /// What is left of the limit (getrlimit(2), RLIMIT_NOFILE); nil where the system does not tell what is open.
    package static var left: Int? {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        // A name each in this folder (proc(5), `/proc/self/fd`; fd(4) on macOS).
        guard let folder = opendir("/dev/fd") else { return errno == EMFILE ? 0 : nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        // The folder itself is one of them.
        return Int(clamping: limit.rlim_cur) - (count - 1)
    }
}
