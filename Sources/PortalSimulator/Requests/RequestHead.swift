package import HTTPSemantics

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
    package func header(_ name: StaticString) -> String? {
        var position = start(of: 3)
        while let field = range(at: position), let value = range(at: field.upperBound) {
            if matches(field, name) { return decode(value) }
            position = value.upperBound
        }
        return nil
    }

    /// The values of every field with a name, compared without case, in the order of the wire.
    package func headers(named name: String) -> [String] {
        var values: [String] = []
        var position = start(of: 3)
        while let field = range(at: position), let value = range(at: field.upperBound) {
            if field.count == name.utf8.count, zip(bytes[field], name.utf8).allSatisfy({ lower($0) == lower($1) }) {
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
    package func isMethod(_ name: StaticString) -> Bool {
        guard let range = range(at: start(of: 1)), range.count == name.utf8CodeUnitCount else { return false }
        return range.enumerated().allSatisfy { bytes[$1] == name.utf8Start[$0] }
    }

    /// Whether it names the host that it is for, which HTTP/1.1 asks for (RFC 9112 §3.2).
    package var hasHost: Bool { version != "HTTP/1.1" || header("Host") != nil }

    private func start(of index: Int) -> Int {
        var position = 0
        for _ in 0..<index { position = range(at: position)?.upperBound ?? bytes.count }
        return position
    }

    private func text(at index: Int) -> String? { range(at: start(of: index)).map(decode) }

    private func range(at position: Int) -> Range<Int>? {
        guard position + 4 <= bytes.count else { return nil }
        let count =
            Int(bytes[position]) | Int(bytes[position + 1]) << 8 | Int(bytes[position + 2]) << 16
            | Int(bytes[position + 3]) << 24
        let start = position + 4
        guard start + count <= bytes.count else { return nil }
        return start..<start + count
    }

    private func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
        guard range.count == name.utf8CodeUnitCount else { return false }
        let start = name.utf8Start
        for (offset, index) in range.enumerated() where lower(bytes[index]) != lower(start[offset]) { return false }
        return true
    }

    private func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// UTF-8 where it is that, else each byte as its own character, so that nothing is repaired away.
    private func decode(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer { buffer in
            let slice = UnsafeBufferPointer(rebasing: buffer[range])
            return String(validating: slice, as: UTF8.self)
                ?? String(String.UnicodeScalarView(slice.map { Unicode.Scalar($0) }))
        }
    }
}
