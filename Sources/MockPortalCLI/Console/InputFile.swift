import JSONValues

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that a command is given.
enum InputFile {
    /// The bytes of a file, at most 256 MiB; throws with its name and the system's reason.
    static func bytes(_ path: String) throws(DocumentError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
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

    /// The first line of standard input without its end; nil where there is none.
    static func firstLineOfStandardInput() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// The first line of a file without its end, as of one that holds a password.
    static func firstLine(_ path: String) throws(DocumentError) -> String {
        let line = try bytes(path).prefix { $0 != UInt8(ascii: "\n") }
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

    private static func failure(_ path: String) -> DocumentError {
        DocumentError(.unreadable, source: path, keyPath: "", problem: String(cString: strerror(errno)))
    }
}
