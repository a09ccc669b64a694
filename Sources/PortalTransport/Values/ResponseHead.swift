internal import HTTPSemantics
internal import Platform

/// Status line and fields of one response (RFC 9112 §4 and §5).
struct ResponseHead {
    private(set) var status = 0
    private(set) var version = ""
    private(set) var fields: [HeaderField] = []
    /// What `Content-Length` announces; nil without one, or where it is no number.
    private(set) var announcedLength: Int?
    /// Whether the body comes in a content coding (RFC 9110 §8.4).
    private(set) var isCoded = false

    init() {}

    /// Reads a status line; nil where it holds no three-digit status.
    init?(statusLine line: UnsafeRawBufferPointer) {
        let space = UInt8(ascii: " ")
        guard let versionEnd = line.firstIndex(of: space), line.count >= versionEnd + 4 else { return nil }
        var status = 0
        for byte in line[(versionEnd + 1)..<(versionEnd + 4)] {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            status = status * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self.status = status
        version = Self.version(line[..<versionEnd])
        fields.reserveCapacity(16)
    }

    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool { line.starts(with: "HTTP/".utf8) }

    static func isLineEnd(_ line: UnsafeRawBufferPointer) -> Bool {
        line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    }

    /// Takes one field line; false if it is none.
    mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
        if let first = line.first, first.isOptionalWhitespace {
            // A folded line goes on with the value above it (RFC 9112 §5.2).
            guard let last = fields.popLast() else { return false }
            let more = Self.text(Self.trimmed(line[...]))
            fields.append(HeaderField(last.name, last.value.isEmpty ? more : "\(last.value) \(more)"))
            return true
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
        let field = HeaderField(Self.text(line[..<colon]), Self.text(Self.trimmed(line[(colon + 1)...])))
        if colon == 14, field.isNamed("Content-Length") {
            let length = Int(field.value)
            // What two servers may read differently is no answer (RFC 9112 §6.3).
            if let announcedLength, announcedLength != length { return false }
            announcedLength = length
        }
        if colon == 16, field.isNamed("Content-Encoding") { isCoded = true }
        fields.append(field)
        return true
    }

    private static func version(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        // The usual ones without making a new string for every response.
        if bytes.elementsEqual("HTTP/1.1".utf8) { return "HTTP/1.1" }
        if bytes.elementsEqual("HTTP/2".utf8) { return "HTTP/2" }
        return text(bytes)
    }

    /// Without the end of the line and the whitespace around a value.
    private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        bytes.trimming { $0.isOptionalWhitespace || $0 == 0x0D || $0 == 0x0A }
    }

    /// UTF-8 where it is that, else one character for each byte as in ISO 8859-1 (RFC 9110 §5.5). So are texts with marks beyond
    /// ``Platform/MarkRuns``.
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        // Nearly every field is plain ASCII, for which this way is the shortest.
        if bytes.reduce(0, |) < 0x80 { return String(decoding: bytes, as: UTF8.self) }
        if let valid = String(validating: bytes, as: UTF8.self), !valid.hasLongMarkRun { return valid }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
