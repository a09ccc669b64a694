internal import Platform

/// The beginning of a file that may be none, or may change while it is read.
enum FileHead {
    /// The first bytes of a file; nil where it cannot be read, and for what is no regular file where that is asked for.
    static func bytes(_ path: String, atMost limit: Int, onlyRegular: Bool = false) -> [UInt8]? {
        // A pipe would be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if onlyRegular {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid() else {
                return nil
            }
        }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let count = withUnsafeTemporaryAllocation(byteCount: min(limit - bytes.count, 1 << 16), alignment: 1) {
                room in
                let count = read(descriptor, room.baseAddress, room.count)
                if count > 0 { bytes += UnsafeRawBufferPointer(room)[..<count] }
                return count
            }
            if count <= 0 { break }
        }
        return bytes
    }
}
