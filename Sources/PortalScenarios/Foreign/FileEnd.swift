internal import Platform

/// What a file ends with that may be none, or may change while it is read.
enum FileEnd {
    /// The last bytes of a regular file of a user; nil where it cannot be read, and for anything else, as a link.
    static func bytes(_ path: BytePath, atMost limit: Int, of user: uid_t) -> [UInt8]? {
        // A pipe would be waited for.
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
        let number = path.withCString { open($0, flags) }
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        var facts = stat()
        guard fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == user,
            lseek(file.number, max(0, facts.st_size - off_t(limit)), SEEK_SET) >= 0
        else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let count = withUnsafeTemporaryAllocation(byteCount: min(limit - bytes.count, 1 << 16), alignment: 1) {
                room in
                let count = read(file.number, room.baseAddress, room.count)
                if count > 0 { bytes += UnsafeRawBufferPointer(room)[..<count] }
                return count
            }
            guard count > 0 else { break }
        }
        return bytes
    }
}
