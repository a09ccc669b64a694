internal import Platform

/// Files and folders with secrets in them, which must be their owner's alone.
enum PrivateFile {
    enum Kind {
        case file
        case folder
    }

    /// Reads a file in a folder, links not followed; nil where there is none. Throws `storeNotPrivate` and `storeNotAccessible`,
    /// and `storeCorrupted` for more bytes than were expected.
    static func contents(
        of name: String, in folder: borrowing Descriptor, at path: String, atMost limit: Int
    ) throws(PortalError) -> [UInt8]? {
        try contents(of: number(of: name, in: folder), at: path, atMost: limit)
    }

    /// Reads the first bytes of a file in a folder, and tells the size of the whole; else the same.
    static func beginning(
        of name: String, in folder: borrowing Descriptor, at path: String, count: Int
    ) throws(PortalError) -> (bytes: [UInt8], size: Int)? {
        let number = number(of: name, in: folder)
        guard try isThere(number, at: path) else { return nil }
        let file = Descriptor(number)
        let size = try check(file, at: path, kind: .file)
        var bytes = [UInt8](repeating: 0, count: count)
        var read = Self.read(file, &bytes)
        while read < 0, errno == EINTR { read = Self.read(file, &bytes) }
        guard read >= 0 else { throw .notAccessible(path, "read", errno) }
        return (Array(bytes[..<read]), size)
    }

    private static func number(of name: String, in folder: borrowing Descriptor) -> Int32 {
        // A pipe without a writer must not hold anybody up.
        openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }

    /// Reads a file by its path, else the same.
    static func contents(at path: String, atMost limit: Int) throws(PortalError) -> [UInt8]? {
        try contents(of: open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), at: path, atMost: limit)
    }

    private static func contents(of number: Int32, at path: String, atMost limit: Int) throws(PortalError) -> [UInt8]? {
        guard try isThere(number, at: path) else { return nil }
        let file = Descriptor(number)
        try check(file, at: path, kind: .file)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Self.read(file, &buffer)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .notAccessible(path, "read", errno) }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw PortalError(
                    .storeCorrupted, detail: "\(path) has more than \(limit) bytes and is not what belongs there")
            }
        }
    }

    /// Whether a file could be opened that has this number now; false where there is none.
    private static func isThere(_ number: Int32, at path: String) throws(PortalError) -> Bool {
        guard number < 0 else { return true }
        if errno == ENOENT { return false }
        if errno == ELOOP {
            throw PortalError(
                .storeNotAccessible, detail: "\(path) is a symbolic link; put the file itself there",
                underlying: SystemCallError(number: ELOOP))
        }
        throw .notAccessible(path, "opened", errno)
    }

    /// Throws `storeNotPrivate` where others could read or change it, `storeNotAccessible` where it is something else; gives its size.
    @discardableResult
    static func check(_ descriptor: borrowing Descriptor, at path: String, kind: Kind) throws(PortalError) -> Int {
        var facts = stat()
        guard fstat(descriptor.number, &facts) == 0 else { throw .notAccessible(path, "read", errno) }
        let type = facts.st_mode & S_IFMT
        guard type == (kind == .file ? S_IFREG : S_IFDIR) else {
            let found = type == S_IFDIR ? "a folder" : "no regular file"
            throw PortalError(
                .storeNotAccessible, detail: "\(path) is \(found); move it away or name another place")
        }
        do { try SecretFile.requirePrivacy(of: descriptor.number, path) } catch {
            guard error.number == nil else { throw .notAccessible(path, "read", error.number ?? 0) }
            throw PortalError(.storeNotPrivate, detail: "\(path): \(error.description), and sign out everywhere")
        }
        return Int(facts.st_size)
    }

    private static func read(_ file: borrowing Descriptor, _ buffer: inout [UInt8]) -> Int {
        Platform.read(file.number, &buffer, buffer.count)
    }
}

extension PortalError {
    /// A file that the system keeps from us, with its number and what helps.
    static func notAccessible(_ path: String, _ what: String, _ number: Int32) -> PortalError {
        let remedy: String
        switch number {
        case ENOSPC, EDQUOT, EFBIG: remedy = "make room on its disk"
        case EROFS: remedy = "its disk is read-only; name a place that you may write to"
        case ENOTDIR: remedy = "name a folder"
        default: remedy = "name a place that you may read and write"
        }
        let reason = SystemCallError(number: number)
        return PortalError(
            .storeNotAccessible, detail: "\(path) cannot be \(what): \(reason); \(remedy)", underlying: reason)
    }
}
