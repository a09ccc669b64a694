package import HTTPSemantics
internal import Platform

/// A request's method, version, target and header fields as received, packed into one buffer that is cheap to fill.
package struct RequestHead: Sendable {
    /// Each text as four bytes of length (least significant first) and its bytes: target, method, version, then names and values.
    package private(set) var bytes: [UInt8] = []

    /// Starts a head with the request target (RFC 9112 §3.2).
    package init(target: UnsafeBufferPointer<UInt8>) {
        bytes.reserveCapacity(target.count + 160)
        append(target)
    }

    /// Packs a head from plain values, as a test or a refused request has them.
    package init(target: String, method: String, version: String, headers: [HeaderField]) {
        append(target)
        append(method)
        append(version)
        for field in headers {
            append(field.name)
            append(field.value)
        }
    }

    /// Adds the next text.
    package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        let count = UInt32(clamping: text.count)
        bytes.append(UInt8(truncatingIfNeeded: count))
        bytes.append(UInt8(truncatingIfNeeded: count >> 8))
        bytes.append(UInt8(truncatingIfNeeded: count >> 16))
        bytes.append(UInt8(truncatingIfNeeded: count >> 24))
        bytes.append(contentsOf: text)
    }

    private mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }
}

extension RequestHead {
    /// The request target as received; empty where the parser never saw one.
    package var target: String { text(at: 0) ?? "" }
    /// The method as received.
    package var method: String { text(at: 1) ?? "" }
    /// The protocol version as received.
    package var version: String { text(at: 2) ?? "" }

    /// Header fields in the order and case of the wire.
    package var headers: [HeaderField] {
        var fields: [HeaderField] = []
        var position = start(of: 3)
        while let name = range(at: position), let value = range(at: name.upperBound) {
            fields.append(HeaderField(decode(name), decode(value)))
            position = value.upperBound
        }
        return fields
    }

    /// The value of the first field with a name, compared without case (RFC 9110 §5.1).
    package func header(_ name: StaticString) -> String? { withHeader(name) { $0.map(Self.decode) } }

    /// Runs a body with the bytes of a field's value; nil where there is no such field.
    private func withHeader<Result>(
        _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result {
        firstInFields { Self.matches($0, name) ? body($1) : nil } ?? body(nil)
    }

    /// Runs a body with the bytes of each field's name and value, in the order of the wire, until it gives a result.
    func firstInFields<Result>(
        _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Result?
    ) -> Result? {
        bytes.withUnsafeBufferPointer { buffer in
            var position = start(of: 3)
            while let field = Self.text(in: buffer, at: position),
                let value = Self.text(in: buffer, at: position + 4 + field.count)
            {
                if let result = body(field, value) { return result }
                position += 8 + field.count + value.count
            }
            return nil
        }
    }

    /// The values of every field with a name, compared without case, in the order of the wire.
    package func headers(named name: String) -> [String] {
        var values: [String] = []
        var position = start(of: 3)
        while let field = range(at: position), let value = range(at: field.upperBound) {
            if field.count == name.utf8.count,
                zip(bytes[field], name.utf8).allSatisfy({ Self.lower($0) == Self.lower($1) })
            {
                values.append(decode(value))
            }
            position = value.upperBound
        }
        return values
    }

    /// Whether the head announces a body (RFC 9112 §6): its length, or nil for a chunked one; 0 where there is none.
    package var announcedBody: Int? {
        if let coding = header("Transfer-Encoding"), !coding.isEmpty { return nil }
        return header("Content-Length").map { Int(digits: $0) ?? .max } ?? 0
    }

    /// Whether the method is `HEAD`, which gets no body (RFC 9110 §9.3.2).
    package var isHEAD: Bool { isMethod("HEAD") }

    /// Whether the method is this one, whose case counts (RFC 9110 §9.1); cheaper than to ask for ``method``.
    package func isMethod(_ name: StaticString) -> Bool { isText(at: 1, name) }

    private func isText(at index: Int, _ wanted: StaticString) -> Bool {
        guard let range = range(at: start(of: index)), range.count == wanted.utf8CodeUnitCount else { return false }
        return range.enumerated().allSatisfy { bytes[$1] == wanted.utf8Start[$0] }
    }

    /// Whether it names the host that it is for, which HTTP/1.1 asks for (RFC 9112 §3.2).
    package var hasHost: Bool { !isText(at: 2, "HTTP/1.1") || withHeader("Host") { $0 != nil } }

    private func start(of index: Int) -> Int {
        var position = 0
        for _ in 0..<index { position = range(at: position)?.upperBound ?? bytes.count }
        return position
    }

    private func text(at index: Int) -> String? { range(at: start(of: index)).map(decode) }

    private func range(at position: Int) -> Range<Int>? {
        bytes.withUnsafeBufferPointer { buffer in
            Self.text(in: buffer, at: position).map { position + 4..<position + 4 + $0.count }
        }
    }

    /// The text that is packed at a place; nil behind the end.
    private static func text(
        in buffer: UnsafeBufferPointer<UInt8>, at position: Int
    ) -> UnsafeBufferPointer<UInt8>? {
        guard position + 4 <= buffer.count else { return nil }
        let count = Int(
            UInt32(
                littleEndian: UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: position, as: UInt32.self)))
        guard position + 4 + count <= buffer.count else { return nil }
        return UnsafeBufferPointer(rebasing: buffer[position + 4..<position + 4 + count])
    }

    /// Whether a text is this name, compared without case.
    static func matches(_ text: UnsafeBufferPointer<UInt8>, _ name: StaticString) -> Bool {
        guard text.count == name.utf8CodeUnitCount else { return false }
        let start = name.utf8Start
        for offset in 0..<text.count where lower(text[offset]) != lower(start[offset]) { return false }
        return true
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private func decode(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { Self.decode(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    /// Whether the version is HTTP/1.0.
    var isHTTP10: Bool { isText(at: 2, "HTTP/1.0") }

    /// UTF-8 where it is that, else each byte as its own character, so that nothing is repaired away. So are texts with marks beyond
    /// ``Platform/MarkRuns``.
    static func decode(_ text: UnsafeBufferPointer<UInt8>) -> String {
        // Nearly every field is ASCII, which needs no further validation.
        if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
        if let valid = String(validating: text, as: UTF8.self), !valid.hasLongMarkRun { return valid }
        return String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
    }
}
