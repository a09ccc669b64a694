/// Bytes in the encoding of protocol buffers (protobuf.dev, "Encoding").
struct ProtocolBuffer {
    private(set) var bytes: [UInt8] = []

    private enum Wire: UInt64 {
        case varint = 0
        case eightBytes = 1
        case lengthDelimited = 2
        case fourBytes = 5
    }

    /// A number without a sign, or a member of an enumeration; 0 is what is absent.
    mutating func unsigned(_ field: Int, _ value: UInt64) {
        guard value != 0 else { return }
        tag(field, .varint)
        varint(value)
    }

    mutating func bool(_ field: Int, _ value: Bool) { unsigned(field, value ? 1 : 0) }

    mutating func double(_ field: Int, _ value: Double) {
        guard value != 0 else { return }
        tag(field, .eightBytes)
        fixed(value.bitPattern)
    }

    mutating func string(_ field: Int, _ text: String) {
        guard !text.isEmpty else { return }
        self.text(field, text)
    }

    mutating func packed(_ field: Int, _ values: some Sequence<UInt64>) {
        message(field) { buffer in for value in values { buffer.varint(value) } }
    }

    /// Signed numbers, each in zigzag encoding.
    mutating func packed(_ field: Int, signed values: some Sequence<Int64>) {
        message(field) { buffer in for value in values { buffer.varint(Self.zigzag(value)) } }
    }

    /// A message within this one; what it holds is written in its place.
    mutating func message(_ field: Int, _ write: (inout ProtocolBuffer) -> Void) {
        tag(field, .lengthDelimited)
        let start = bytes.count
        // Most are short: their length is one byte.
        bytes.append(0)
        write(&self)
        let count = bytes.count - start - 1
        guard count > 127 else {
            bytes[start] = UInt8(count)
            return
        }
        var length = ProtocolBuffer()
        length.varint(UInt64(count))
        bytes.replaceSubrange(start...start, with: length.bytes)
    }

    // MARK: members of a oneof, which are written whatever their value is

    mutating func text(_ field: Int, _ text: String) {
        tag(field, .lengthDelimited)
        varint(UInt64(text.utf8.count))
        bytes += text.utf8
    }

    mutating func number(_ field: Int, _ value: Double) {
        tag(field, .eightBytes)
        fixed(value.bitPattern)
    }

    mutating func number(_ field: Int, single value: Float) {
        tag(field, .fourBytes)
        fixed(value.bitPattern)
    }

    mutating func integer(_ field: Int, _ value: UInt64) {
        tag(field, .varint)
        varint(value)
    }

    mutating func integer(_ field: Int, signed value: Int64) { integer(field, Self.zigzag(value)) }

    private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

    private mutating func tag(_ field: Int, _ wire: Wire) { varint(UInt64(field) << 3 | wire.rawValue) }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func fixed(_ pattern: some FixedWidthInteger) {
        withUnsafeBytes(of: pattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
