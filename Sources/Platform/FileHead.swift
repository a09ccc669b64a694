/// What a file holds that may be none, or may change while it is read: its beginning, or all of it in pieces.
package enum FileHead {
    /// The first bytes of a file; nil where it cannot be read, and for what is no regular file, of another user or a link where that
    /// is asked for.
    package static func bytes(
        _ path: BytePath, at place: Int32 = AT_FDCWD, atMost limit: Int, onlyRegular: Bool = false,
        of user: uid_t? = nil,
        followsLink: Bool = true
    ) -> [UInt8]? {
        guard let file = open(path, at: place, onlyRegular: onlyRegular, of: user, followsLink: followsLink) else {
            return nil
        }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            if append(to: &bytes, from: file, atMost: min(limit - bytes.count, 1 << 16)) <= 0 { break }
        }
        return bytes
    }

    /// Reads a regular file piece by piece; the end of each piece is the beginning of the next, so that what is no longer than
    /// `overlap` stands in one of them as a whole.
    ///
    /// Gives how many bytes were read; nil where it cannot be read to its end, and for what is no regular file, of another user where
    /// that is asked for, or a link.
    /// A file that grows meanwhile is read to `limit`.
    package static func pieces(
        of path: BytePath, at place: Int32 = AT_FDCWD, size: Int, overlap: Int, atMost limit: Int,
        of user: uid_t? = nil,
        _ body: ([UInt8]) -> Void
    ) -> Int? {
        guard let file = open(path, at: place, onlyRegular: true, of: user, followsLink: false) else { return nil }
        var (piece, total, fresh) = ([UInt8](), 0, 0)
        piece.reserveCapacity(size)
        while true {
            let wanted = min(size - piece.count, limit - total)
            let count = wanted > 0 ? append(to: &piece, from: file, atMost: wanted) : 0
            if count > 0 {
                total += count
                fresh += count
                if piece.count < size { continue }
            }
            if fresh > 0 { body(piece) }
            guard count > 0 else { return count == 0 ? total : nil }
            piece.removeFirst(piece.count - overlap)
            fresh = 0
        }
    }

    private static func open(
        _ path: BytePath, at place: Int32, onlyRegular: Bool, of user: uid_t?, followsLink: Bool
    ) -> Descriptor? {
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
        return file
    }

    /// How many bytes came; 0 at the end of the file, less where it cannot be read.
    private static func append(to bytes: inout [UInt8], from file: borrowing Descriptor, atMost limit: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: min(limit, 1 << 16), alignment: 1) { room in
            let count = read(file.number, room.baseAddress, room.count)
            if count > 0 { bytes += UnsafeRawBufferPointer(room)[..<count] }
            return count
        }
    }
}
