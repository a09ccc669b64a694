import JSONValues
import Platform

/// The file of `--ready-file`, which holds passwords: it takes nothing's place but an older one of its kind, and goes with the portal.
final class ReadyFile: Sendable {
    private let path: String
    /// Stays open, so that no other file gets the number of this one while it is compared with what stands at the path.
    private let descriptor: Int32
    private let text: [UInt8]
    private let isRemoved = Locked(false)

    /// Writes a document that only its owner may read, whole, and gives it its name in one step.
    ///
    /// Throws where ``requirePlace(at:)`` does.
    init(_ text: String, at path: String) throws(CommandFailure) {
        let isReplaced = try Self.holdsOlderOne(path)
        let (temporary, descriptor) = try OutputFile.makeBeside(path, mode: 0o600)
        let isWritten = systemWrite(text.utf8, to: descriptor)
        // A link takes no name that is in use by now: nothing was looked at there.
        let isPlaced = isWritten && (isReplaced ? rename(temporary, path) : link(temporary, path)) == 0
        let failure = OutputFile.failure("write", path)
        unlink(temporary)
        guard isPlaced else {
            close(descriptor)
            throw failure
        }
        self.path = path
        self.descriptor = descriptor
        self.text = Array(text.utf8)
    }

    /// Throws where something stands at a path that a portal did not write: a link, a pipe, a device, a folder, another file.
    static func requirePlace(at path: String) throws(CommandFailure) { _ = try holdsOlderOne(path) }

    /// Removes the file, unless something else stands in its place by now or something else was written into it; later calls do
    /// nothing.
    func remove() {
        // The lock is held meanwhile: the process ends once a second call has come back.
        let isChanged = isRemoved.withLock { isRemoved in
            guard !isRemoved else { return false }
            isRemoved = true
            return !removeOwn()
        }
        guard isChanged else { return }
        Console.complain("mockportal: --ready-file \(path) stays: something else was written into it")
    }

    /// Removes the file where it is the one that was written; false where it is, and holds something else.
    private func removeOwn() -> Bool {
        var own = stat()
        var there = stat()
        let isOwn =
            fstat(descriptor, &own) == 0 && lstat(path, &there) == 0 && own.st_dev == there.st_dev
            && own.st_ino == there.st_ino
        guard isOwn else { return true }
        var bytes = [UInt8](repeating: 0, count: text.count)
        guard own.st_size == text.count, pread(descriptor, &bytes, bytes.count, 0) == text.count, bytes == text else {
            return false
        }
        unlink(path)
        return true
    }

    deinit { close(descriptor) }

    /// Whether what stands at a path may be replaced; false where there is nothing.
    private static func holdsOlderOne(_ path: String) throws(CommandFailure) -> Bool {
        func refused(_ what: String, _ advice: String = "name another path") -> CommandFailure {
            CommandFailure("--ready-file \(path) \(what); \(advice)", .couldNotJudge)
        }
        var facts = stat()
        guard lstat(path, &facts) == 0 else {
            guard errno == ENOENT else { throw OutputFile.failure("write", path) }
            try OutputFile.requireFolder(of: path)
            return false
        }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw refused("is a symbolic link", "name the file itself, or remove the link")
        case S_IFIFO:
            throw refused("is a pipe", "name a file; with --json the same object is the first line of standard output")
        case S_IFDIR: throw refused("is a folder", "name a file in it")
        case S_IFSOCK: throw refused("is a socket")
        default: throw refused("is a device", "name a file; with --json the same object goes to standard output")
        }
        guard facts.st_uid == geteuid() else { throw refused("belongs to another user, and passwords go into it") }
        guard try isOlderOne(path) else {
            throw refused("holds something else than an earlier portal wrote", "remove it, or name another path")
        }
        return true
    }

    /// Whether a file is empty, as `mktemp` makes it, or what an earlier portal or realm left: an object with what it was, its process
    /// and its nonce.
    private static func isOlderOne(_ path: String) throws(CommandFailure) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFile.failure("read", path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= 1 << 20 {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        if bytes.isEmpty { return true }
        guard bytes.count <= 1 << 20, let document = try? JSONValue(parsing: bytes) else { return false }
        let nonce = document["nonce"]?.string ?? ""
        let name = document["scenario"]?.string ?? document["realm"]?.string
        return document["pid"]?.integer != nil && name != nil && nonce.utf8.count >= 32
            && nonce.allSatisfy(\.isHexDigit)
    }
}
