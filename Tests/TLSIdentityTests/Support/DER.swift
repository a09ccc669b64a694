/// A value in DER (X.690) that a test takes apart, spoils and puts together again; lengths come out right.
indirect enum DER: Equatable {
    /// A tag and its bytes.
    case value(UInt8, [UInt8])
    /// A tag around other values; of an octet string too, where it holds a sequence.
    case around(UInt8, [DER])

    /// Reads the values of some bytes; nil where they are no DER.
    static func all(_ bytes: ArraySlice<UInt8>) -> [DER]? {
        var rest = bytes
        var values: [DER] = []
        while let tag = rest.popFirst() {
            guard let first = rest.popFirst() else { return nil }
            var count = Int(first)
            if first >= 0x80 {
                let octets = rest.prefix(Int(first & 0x7F))
                guard octets.count == Int(first & 0x7F), octets.count <= 4 else { return nil }
                count = octets.reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(octets.count)
            }
            guard rest.count >= count else { return nil }
            let content = rest.prefix(count)
            rest = rest.dropFirst(count)
            let isNest = tag & 0x20 != 0 || (tag == 0x04 && content.first == 0x30)
            if isNest, let inner = all(content) {
                values.append(.around(tag, inner))
            } else {
                values.append(.value(tag, Array(content)))
            }
        }
        return values
    }

    var bytes: [UInt8] {
        switch self {
        case .value(let tag, let content): return Self.wrap(tag, content)
        case .around(let tag, let inner): return Self.wrap(tag, inner.flatMap(\.bytes))
        }
    }

    /// Puts another value wherever one stands.
    func replacing(_ old: DER, by new: DER) -> DER {
        if self == old { return new }
        guard case .around(let tag, let inner) = self else { return self }
        return .around(tag, inner.map { $0.replacing(old, by: new) })
    }

    static func wrap(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        if count < 0x80 { return [tag, UInt8(count)] + content }
        return [tag, 0x84] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + content
    }
}
