/// How many descriptors this process may open.
package enum DescriptorRoom {
    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    /// The limit (getrlimit(2), RLIMIT_NOFILE); nil where the system does not tell.
    package static var limit: Int? { limits.map { Int(clamping: $0.rlim_cur) } }

    /// What is left of the limit; nil where the system does not tell what is open.
    package static var left: Int? {
        guard let limit else { return nil }
        // A name each in this folder (proc(5), `/proc/self/fd`; fd(4) on macOS).
        guard let folder = opendir("/dev/fd") else { return errno == EMFILE ? 0 : nil }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) {
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        // The folder itself is one of them.
        return limit - (count - 1)
    }

    /// Raises the limit as far as is wanted and allowed, and gives what holds; nil where the system does not tell.
    package static func raiseLimit(to wanted: Int) -> Int? {
        guard var limits else { return nil }
        let (former, possible) = (limits.rlim_cur, min(rlim_t(wanted), limits.rlim_max))
        guard former < possible else { return Int(clamping: former) }
        limits.rlim_cur = possible
        return Int(clamping: setrlimit(resource, &limits) == 0 ? possible : former)
    }

    private static var limits: rlimit? {
        var limits = rlimit()
        return getrlimit(resource, &limits) == 0 ? limits : nil
    }
}
