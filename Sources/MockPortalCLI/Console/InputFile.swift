import JSONValues
import Locking

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that a command is given.
enum InputFile {
    /// The bytes of a file, at most 256 MiB; throws with its name and the system's reason, and for one that must be its owner's alone
    /// and is not.
    static func bytes(_ path: String, isPrivate: Bool = false) throws(DocumentError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        if isPrivate { try requirePrivacy(of: descriptor, path) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            bytes += buffer[..<count]
            guard bytes.count <= 256 << 20 else {
                throw DocumentError(.unreadable, source: path, keyPath: "", problem: "is larger than 256 MiB")
            }
        }
    }

    /// The first line of standard input without its end; nil where there is none, and once an alarm has rung. Throws for one of
    /// more than 16 KiB.
    static func firstLineOfStandardInput(until alarm: WakePipe? = nil) throws(DocumentError) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= 16 << 10 {
            guard alarm?.waitsToRead(STDIN_FILENO) ?? true else { return nil }
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw DocumentError(
            .unreadable, source: "standard input", keyPath: "", problem: "has a line of more than 16 KiB")
    }

    /// The first line of a file without its end, as of one that holds a password.
    static func firstLine(_ path: String, isPrivate: Bool = false) throws(DocumentError) -> String {
        let line = try bytes(path, isPrivate: isPrivate).prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }

    /// A file as JSON.
    static func document(_ path: String) throws(DocumentError) -> JSONValue {
        let bytes = try bytes(path)
        do {
            return try JSONValue(parsing: bytes)
        } catch {
            throw DocumentError(.wrongType, source: path, keyPath: "", problem: "is no JSON: \(error)")
        }
    }

    /// Throws where others could read or change a file; a pipe has no others.
    private static func requirePrivacy(of descriptor: Int32, _ path: String) throws(DocumentError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure(path) }
        guard facts.st_mode & S_IFMT == S_IFREG else { return }
        let rights = UInt32(facts.st_mode) & 0o777
        guard facts.st_uid == geteuid() else {
            throw DocumentError(
                .unreadable, source: path, keyPath: "",
                problem: "belongs to the user with the number \(facts.st_uid), not to you; use a file of your own")
        }
        guard rights & 0o077 == 0 else {
            throw DocumentError(
                .unreadable, source: path, keyPath: "",
                problem: "others than you may use it (its rights are \(String(rights, radix: 8))); run chmod 600 "
                    + "on it, and if they may have read it take another passphrase")
        }
    }

    private static func failure(_ path: String) -> DocumentError {
        DocumentError(.unreadable, source: path, keyPath: "", problem: String(cString: strerror(errno)))
    }
}
