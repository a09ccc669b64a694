internal import Platform

/// A file that travels with the parameters of a form (RFC 7578).
public struct FormFile: Sendable, Hashable {
    /// Where the bytes of a file are.
    public enum Content: Sendable, Hashable {
        /// In memory.
        case bytes([UInt8])
        /// In a file of this machine, which is read while it is sent.
        case file(path: String)
    }

    /// The form's name for it, such as `attachment`.
    public var field: String
    /// The name that the file shall have.
    public var name: String
    /// The media type. Default: bytes of any kind.
    public var mediaType: String
    /// The bytes.
    public var content: Content

    /// Puts a file of a form together.
    public init(field: String, name: String, mediaType: String = "application/octet-stream", content: Content) {
        self.field = field
        self.name = name
        self.mediaType = mediaType
        self.content = content
    }

    /// Appends the first bytes of a regular file of this machine, so many; throws `invalidArgument` where it cannot be read so far.
    static func append(_ count: Int, bytesOfFile path: String, to bytes: inout [UInt8]) throws(PortalError) {
        let file = try opened(path)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var left = count
        while left > 0 {
            let number = read(file.number, &buffer, min(left, buffer.count))
            if number < 0, errno == EINTR { continue }
            guard number != 0 else { throw refusal(path, "it has become shorter since it was announced") }
            guard number > 0 else { throw refusal(path, String(cString: strerror(errno))) }
            bytes += buffer[..<number]
            left -= number
        }
    }

    /// How long a regular file of this machine is; throws the system's reason where it cannot be read.
    static func size(ofFile path: String) throws(PortalError) -> Int {
        let file = try opened(path)
        return Int(try facts(of: file, path).st_size)
    }

    /// Opens a regular file; a pipe without a writer must not hold the caller up (open(2), `O_NONBLOCK`).
    private static func opened(_ path: String) throws(PortalError) -> Descriptor {
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw refusal(path, String(cString: strerror(errno))) }
        let file = Descriptor(number)
        guard try facts(of: file, path).st_mode & S_IFMT == S_IFREG else {
            throw refusal(path, "it is no regular file")
        }
        return file
    }

    private static func facts(of file: borrowing Descriptor, _ path: String) throws(PortalError) -> stat {
        var facts = stat()
        guard fstat(file.number, &facts) == 0 else { throw refusal(path, String(cString: strerror(errno))) }
        return facts
    }

    private static func refusal(_ path: String, _ why: String) -> PortalError {
        PortalError(.invalidArgument, detail: "the file \(path) cannot be sent: \(why)")
    }
}
