internal import HTTPSemantics
internal import Platform

/// What the header fields of one part say (RFC 7578 §4.2 – §4.8).
struct PartHead: Sendable, Equatable {
    /// How the bytes of a field are to be read.
    enum Charset: Sendable, Equatable {
        case utf8
        case latin1
    }
    let name: String
    /// The name of the file as it was sent; nil where the part is a field.
    let filename: String?
    /// The media type of the part with its parameters; nil where none is told.
    let contentType: String?
    let charset: Charset?

    /// Reads the header fields of a part, without the empty line behind them.
    init(_ bytes: [UInt8], limits: MultipartLimits) throws(BodyProblem) {
        var fields: [(name: String, value: [UInt8])] = []
        for line in try Self.lines(bytes) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let name = Self.token(line[..<colon])
            else {
                // What stands there may be a value that lacks its empty line, so it is not shown.
                throw BodyProblem(
                    "line \(fields.count + 1) of its head is no header field; an empty line ends the head")
            }
            guard !fields.contains(where: { $0.name == name }) else {
                throw BodyProblem("the header field \(name) stands in its head twice")
            }
            fields.append((name, Array(line[line.index(after: colon)...])))
        }
        func field(_ name: String) -> [UInt8]? { fields.first { $0.name == name }?.value }
        guard let written = field("content-disposition") else {
            throw BodyProblem("its head has no Content-Disposition (RFC 7578 §4.2)")
        }
        let disposition = try ParameterizedValue(written, quoting: .formData)
        guard disposition.value == "form-data" else {
            throw BodyProblem(
                "its Content-Disposition is \(BodyProblem.quoted(disposition.value)); form-data is read here")
        }
        guard let name = try Self.text(disposition, "name", limits) else {
            throw BodyProblem("its Content-Disposition has no name (RFC 7578 §4.2)")
        }
        self.name = name
        filename = try Self.text(disposition, "filename", limits)
        try Self.checkEncoding(field("content-transfer-encoding"))
        guard let type = field("content-type") else {
            (contentType, charset) = (nil, nil)
            return
        }
        let value = try ParameterizedValue(type, quoting: .standard)
        // RFC 7578 §4.3 has deprecated them.
        guard !value.value.hasPrefix("multipart/") else {
            throw BodyProblem("it is \(BodyProblem.quoted(value.value)): a multipart body inside another is not read")
        }
        contentType = String(decoding: type.trimmingOptionalWhitespace(), as: UTF8.self)
        guard let named = value["charset"] else {
            charset = nil
            return
        }
        charset = try Self.charset(String(decoding: named, as: UTF8.self), ofField: filename == nil)
    }

    /// The charset of a name; a file is not decoded, so that any will do for it.
    static func charset(_ name: String, ofField isField: Bool) throws(BodyProblem) -> Charset? {
        switch name.lowercased() {
        case "utf-8", "utf8", "us-ascii", "ascii": return .utf8
        case "iso-8859-1", "latin1": return .latin1
        default:
            guard isField else { return nil }
            throw BodyProblem("the charset \(BodyProblem.quoted(name)) is not read; UTF-8 and ISO-8859-1 are")
        }
    }

    private static func lines(_ bytes: [UInt8]) throws(BodyProblem) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() {
            guard byte != 0 else { throw BodyProblem("its head holds a NUL") }
            let isEnd = byte == 0x0A && index > start && bytes[index - 1] == 0x0D
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
            guard byte != 0x0D, byte != 0x0A || isEnd else {
                throw BodyProblem("a line of its head ends with CR or LF alone; CRLF is asked for (RFC 2046 §4.1.1)")
            }
            guard isEnd else { continue }
            lines.append(bytes[start..<index - 1])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        if lines.contains(where: { $0.first == 0x20 || $0.first == 0x09 }) {
            throw BodyProblem("a header field goes on in a second line, which is not read")
        }
        return lines
    }

    private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= 60, bytes.allSatisfy(HeaderField.isTokenByte) else { return nil }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// A parameter as text; what is written in the extended notation wins (RFC 8187), as older libraries send it for names.
    private static func text(
        _ value: ParameterizedValue, _ name: String, _ limits: MultipartLimits
    ) throws(BodyProblem) -> String? {
        var bytes = value[name]
        if let written = value[name + "*"] {
            guard let decoded = extended(written) else {
                throw BodyProblem("its \(name)* is not written as RFC 8187 says, as UTF-8''na%C3%AFve.txt")
            }
            bytes = decoded
        }
        guard let bytes else { return nil }
        guard bytes.count <= limits.nameBytes else {
            throw BodyProblem(.tooLarge, "its \(name) has \(bytes.count) bytes; \(limits.nameBytes) are read")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw BodyProblem("its \(name) is not UTF-8") }
        guard !text.hasLongMarkRun else {
            throw BodyProblem("its \(name) has more than \(MarkRuns.longest) combining marks in a row")
        }
        return text
    }

    /// The bytes behind `UTF-8''…` (RFC 8187 §3.2.1); nil for anything else.
    private static func extended(_ value: [UInt8]) -> [UInt8]? {
        ExtendedValue.decodeLeniently(value)
    }

    /// RFC 7578 §4.7: nothing encodes parts any more.
    private static func checkEncoding(_ value: [UInt8]?) throws(BodyProblem) {
        guard let value else { return }
        let text = String(decoding: value.trimmingOptionalWhitespace(), as: UTF8.self)
        guard ["7bit", "8bit", "binary"].contains(text.lowercased()) else {
            throw BodyProblem(
                "its Content-Transfer-Encoding is \(BodyProblem.quoted(text)); parts come as they are (RFC 7578 §4.7)")
        }
    }
}
