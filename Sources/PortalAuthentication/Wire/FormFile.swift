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

    /// The bytes of a file of this machine; nil where it cannot be read.
    static func bytes(ofFile path: String) -> [UInt8]? {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file.number, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    /// How long a regular file of this machine is; throws the system's reason where it cannot be read.
    static func size(ofFile path: String) throws(PortalError) -> Int {
        func refusal(_ why: String) -> PortalError {
            PortalError(.invalidArgument, detail: "the file \(path) cannot be sent: \(why)")
        }
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard number >= 0 else { throw refusal(String(cString: strerror(errno))) }
        let file = Descriptor(number)
        var facts = stat()
        guard fstat(file.number, &facts) == 0 else { throw refusal(String(cString: strerror(errno))) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw refusal("it is no regular file") }
        return Int(facts.st_size)
    }
}
