import HTTPSemantics
import JSONValues
import Platform
import StructuredText
import TLSIdentity

/// Files that a command is given.
enum InputFile {
    /// The bytes of a file, at most 256 MiB; throws with its name and the system's reason.
    ///
    /// `isFound` says that no person has named it: of what was found in a folder only a regular file is read, and nothing waited for. A pipe
    /// that is named, as by `<(…)`, has a writer.
    static func bytes(_ path: String, isFound: Bool = false) throws(DocumentError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isFound ? O_NONBLOCK | O_NOCTTY : 0))
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        if isFound {
            var facts = stat()
            guard fstat(descriptor, &facts) == 0 else { throw failure(path) }
            guard facts.st_mode & S_IFMT == S_IFREG else {
                throw DocumentError(
                    .unreadable, source: path, keyPath: "", problem: "cannot be read: it is no regular file")
            }
        }
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

    /// The certificates of authorities that a file holds, as PEM; throws where it holds none.
    static func authorities(_ path: String) throws(DocumentError) -> String {
        let bytes = try bytes(path)
        do throws(TLSIdentityError) { return try AuthorityFile.pem(of: bytes) } catch {
            throw DocumentError(.unreadable, source: path, keyPath: "", problem: error.message)
        }
    }

    /// The first line of standard input without its end; nil where there is none, and once an alarm has rung. Throws for one of
    /// more than 16 KiB, or one that is not UTF-8.
    static func firstLineOfStandardInput(until alarm: WakePipe? = nil) throws(DocumentError) -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count <= 16 << 10 {
            guard alarm?.waitsToRead(STDIN_FILENO) ?? true else { return nil }
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : try text(ofInput: line) }
            if byte == UInt8(ascii: "\n") {
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return try text(ofInput: line)
            }
            line.append(byte)
        }
        throw DocumentError(
            .unreadable, source: "standard input", keyPath: "", problem: "has a line of more than 16 KiB")
    }

    private static func text(ofInput line: [UInt8]) throws(DocumentError) -> String {
        guard let text = String(validating: line, as: UTF8.self) else {
            throw DocumentError(
                .unreadable, source: "standard input", keyPath: "", problem: "has a line that is not UTF-8")
        }
        return text
    }

    /// The first line, without its end, of a file that holds a password or a token; throws where others may use the file.
    static func secretLine(_ path: String) throws(DocumentError) -> Secret<String> {
        try secret(path) { path throws(SecretFile.Problem) in try SecretFile.firstLine(path) }
    }

    /// The same for the first word of a file: a token holds no blank.
    static func secretWord(_ path: String) throws(DocumentError) -> Secret<String> {
        try secret(path) { path throws(SecretFile.Problem) in
            let text = try SecretFile.text(try SecretFile.bytes(path))
            return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
        }
    }

    private static func secret(
        _ path: String, _ read: (String) throws(SecretFile.Problem) -> String
    ) throws(DocumentError) -> Secret<String> {
        do { return Secret(try read(path)) } catch {
            throw DocumentError(.unreadable, source: path, keyPath: "", problem: error.description)
        }
    }

    /// A file that holds YAML or JSON; `isFound` as for ``bytes(_:isFound:)``.
    static func document(_ path: String, isFound: Bool = false) throws(DocumentError) -> DocumentText {
        DocumentText(try bytes(path, isFound: isFound), source: path)
    }

    private static func failure(_ path: String) -> DocumentError {
        DocumentError(.unreadable, source: path, keyPath: "", problem: String(cString: strerror(errno)))
    }
}
