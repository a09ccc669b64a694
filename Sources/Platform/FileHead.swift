/// The beginning of a file that may be none, or may change while it is read.
package enum FileHead {
    /// The first bytes of a file; nil where it cannot be read, and for what is no regular file, of another user or a link where that
    /// is asked for.
    package static func bytes(
        _ path: BytePath, at place: Int32 = AT_FDCWD, atMost limit: Int, onlyRegular: Bool = false,
        of user: uid_t? = nil,
        followsLink: Bool = true
    ) -> [UInt8]? {
        // A pipe would be waited for.
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW)
        let number = path.withCString { openat(place, $0, flags) }
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        if onlyRegular || user != nil {
            var facts = stat()
            guard fstat(file.number, &facts) == 0, !onlyRegular || facts.st_mode & S_IFMT == S_IFREG,
                user.map({ $0 == facts.st_uid }) ?? true
            else { return nil }
        }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let count = withUnsafeTemporaryAllocation(byteCount: min(limit - bytes.count, 1 << 16), alignment: 1) {
                room in
                let count = read(file.number, room.baseAddress, room.count)
                if count > 0 { bytes += UnsafeRawBufferPointer(room)[..<count] }
                return count
            }
            if count <= 0 { break }
        }
        return bytes
    }
}
