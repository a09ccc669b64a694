import Platform

/// The temporary files of uploads that this process holds open, by what stands at their beginning.
enum TemporaryUploads {
    /// How many begin with a text; 0 where the system does not list what is open.
    static func count(beginningWith text: String) -> Int {
        let wanted = Array(text.utf8)
        return (0..<4096).count { number in
            var path = [CChar](repeating: 0, count: 512)
            let length = readlink("/proc/self/fd/\(number)", &path, path.count)
            guard length > 0 else { return false }
            let name = String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard name.contains("/mockportal-upload-") else { return false }
            var start = [UInt8](repeating: 0, count: wanted.count)
            return pread(Int32(number), &start, wanted.count, 0) == wanted.count && start == wanted
        }
    }
}
