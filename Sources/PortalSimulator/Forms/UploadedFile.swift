internal import HTTPSemantics

/// A file that came in a part of a form (RFC 7578 §4.2).
struct UploadedFile: Sendable {
    /// Which part it was, from 1.
    let part: Int
    /// The name of the field.
    let field: String
    /// The name of the file as it was sent.
    let filename: String
    /// What the part said of its media type.
    let contentType: String?
    let content: UploadedContent

    /// The name without folders, which some browsers send along (RFC 7578 §4.2).
    var baseName: String {
        String(filename.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? "")
    }

    /// Its media type without parameters; what is none, or told of none, is any bytes.
    var mediaType: String {
        let type = (contentType ?? "").prefix { $0 != ";" }.split(separator: " ").joined().lowercased()
        let names = type.split(separator: "/", omittingEmptySubsequences: false)
        let isType = names.count == 2 && names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(HeaderField.isTokenByte) }
        return isType ? type : "application/octet-stream"
    }
}

/// The bytes of an upload, in memory or in a temporary file.
enum UploadedContent: Sendable {
    case memory([UInt8])
    case spooled(UploadSpool, Range<Int>)

    var count: Int {
        switch self {
        case .memory(let bytes): bytes.count
        case .spooled(_, let range): range.count
        }
    }

    /// All of it; nil where the temporary file cannot be read.
    var bytes: [UInt8]? {
        switch self {
        case .memory(let bytes): bytes
        case .spooled(let spool, let range): spool.bytes(range)
        }
    }

    /// Reads some bytes from a place before the end on and gives their number; nil where the temporary file cannot be read.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let count = min(buffer.count, self.count - offset)
        guard count > 0 else { return nil }
        switch self {
        case .memory(let bytes):
            bytes[offset..<offset + count].withUnsafeBytes { buffer.copyMemory(from: $0) }
            return count
        case .spooled(let spool, let range):
            return spool.read(
                at: range.lowerBound + offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Some of it.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        switch self {
        case .memory(let bytes): Array(bytes[range])
        case .spooled(let spool, let whole):
            spool.bytes(whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound)
        }
    }
}
