/// Files and folders that hold a secret: they are used only where no other user of the machine can read or change them.
package enum SecretFile {
    /// What is checked.
    package enum Kind: Sendable {
        case file
        case folder
    }

    /// Why a file is not used.
    package struct Problem: Error, Equatable, CustomStringConvertible {
        /// What is wrong and what to do; the path is named only where a command needs it.
        package let description: String
        /// The system's error number; nil where the system refused nothing.
        package let number: Int32?
    }

    /// The bytes of a file that holds a secret, at most `limit`.
    ///
    /// A pipe or a terminal is read as it is: a process substitution as `<(pass show portal)` has no other readers.
    package static func bytes(_ path: String, atMost limit: Int = 1 << 20) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw system() }
        defer { close(descriptor) }
        try requirePrivacy(of: descriptor, path)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw system() }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw Problem(description: "is larger than \(limit) bytes, too large for a secret", number: nil)
            }
        }
    }

    /// The first line of a file that holds a secret, without its end.
    package static func firstLine(_ path: String) throws(Problem) -> String {
        let line = try bytes(path).prefix { $0 != UInt8(ascii: "\n") }
        return try text(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }

    /// Bytes of such a file as text. Throws for what is not UTF-8: of what stands in its place, many secrets would be the same one.
    package static func text(_ bytes: some Sequence<UInt8>) throws(Problem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(
                description: "is not UTF-8; write it as text in UTF-8, and random bytes in hex digits or base64",
                number: nil)
        }
        return text
    }

    /// Throws where a regular file or a folder belongs to another user, or where its mode lets others in.
    ///
    /// Anything else, as a pipe, has no readers by its path's mode alone and is let through.
    package static func requirePrivacy(of descriptor: Int32, _ path: String) throws(Problem) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw system() }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: try requirePrivacy(facts, .file, path)
        case S_IFDIR: try requirePrivacy(facts, .folder, path)
        default: return
        }
    }

    private static func requirePrivacy(_ facts: stat, _ kind: Kind, _ path: String) throws(Problem) {
        guard facts.st_uid == geteuid() else {
            throw Problem(
                description:
                    "belongs to the user with the number \(facts.st_uid), not to you; use a \(kind) of your own",
                number: nil)
        }
        let mode = UInt32(facts.st_mode) & 0o7777
        guard mode & 0o077 == 0 else {
            let digits = String(mode, radix: 8)
            let shown = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            throw Problem(
                description: "others than you may use it (its mode is \(shown)); type: chmod "
                    + "\(kind == .file ? "600" : "700") \(quoted(path)); where they may have read it, replace the secret",
                number: nil)
        }
    }

    /// The path as one word of a shell.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || "/._-+,:@%".unicodeScalars.contains(scalar))
        }
        guard !isPlain || path.isEmpty else { return path }
        // Scalars: with a combining mark behind it a quotation mark is another `Character`, and still ends the quotes.
        return "'" + path.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    private static func system() -> Problem {
        let number = errno
        return Problem(description: String(cString: strerror(number)), number: number)
    }
}
