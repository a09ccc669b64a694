internal import HTTPSemantics

/// Status line and fields of one response (RFC 9112 §4 and §5).
///
/// The lines are only looked over while they come; ``fields`` are made of them where they are wanted, on the caller's thread: the
/// loop's has the answers of all, and memory that one thread takes and another gives back costs both.
struct ResponseHead: Sendable {
    private(set) var status = 0
    private(set) var version = ""
    /// The field lines as they came, each with its end.
    private var lines: [UInt8] = []
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
        lines.reserveCapacity(512)
    }

    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool { line.starts(with: "HTTP/".utf8) }

    static func isLineEnd(_ line: UnsafeRawBufferPointer) -> Bool {
        line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    }

    /// Takes one field line; false if it is none.
    mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
        if let first = line.first, first.isOptionalWhitespace {
            guard !lines.isEmpty else { return false }
        } else {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return false }
            if colon == 14, Self.field(line[...], colon).isNamed("Content-Length") {
                announcedLength = Int(Self.field(line[...], colon).value)
            }
            if colon == 16, Self.field(line[...], colon).isNamed("Content-Encoding") { isCoded = true }
        }
        lines += line
        if line.last != UInt8(ascii: "\n") { lines.append(UInt8(ascii: "\n")) }
        return true
    }

    /// The fields in the order of the wire.
    var fields: [HeaderField] {
        var fields: [HeaderField] = []
        fields.reserveCapacity(16)
        lines.withUnsafeBytes { lines in
            var rest = lines[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                rest = rest[(end + 1)...]
                if let colon = line.firstIndex(of: UInt8(ascii: ":")), line.first?.isOptionalWhitespace == false {
                    fields.append(Self.field(line, colon))
                } else if let last = fields.popLast() {
                    // A folded line goes on with the value above it (RFC 9112 §5.2).
                    let more = Self.text(Self.trimmed(line))
                    fields.append(HeaderField(last.name, last.value.isEmpty ? more : "\(last.value) \(more)"))
                }
            }
        }
        return fields
    }

    private static func field(_ line: Slice<UnsafeRawBufferPointer>, _ colon: Int) -> HeaderField {
        HeaderField(text(line[..<colon]), text(trimmed(line[(colon + 1)...])))
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

    /// UTF-8 where it is that, else one character for each byte as in ISO 8859-1 (RFC 9110 §5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let bytes = UnsafeRawBufferPointer(rebasing: bytes)
        // Nearly every field is plain ASCII, for which this way is the shortest.
        if bytes.reduce(0, |) < 0x80 { return String(decoding: bytes, as: UTF8.self) }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
