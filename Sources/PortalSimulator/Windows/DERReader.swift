/// Reads DER (X.690) value by value, and never beyond its end.
struct DERReader {
    private var rest: ArraySlice<UInt8>
    private var isBroken = false

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether everything was read, and could be.
    var isAtEnd: Bool { rest.isEmpty && !isBroken }

    /// The next value with its tag; nil at the end, or where it lies outside of the bytes.
    mutating func next() -> (tag: UInt8, content: ArraySlice<UInt8>)? {
        guard !rest.isEmpty, !isBroken else { return nil }
        isBroken = true
        guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let first = rest.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), rest.count >= count else { return nil }
            length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(count)
        }
        guard rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(length) }
        isBroken = false
        return (tag, rest.prefix(length))
    }

    /// An object identifier in dotted form (X.690 §8.19); nil where it is none.
    static func identifier(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= 32, bytes.last.map({ $0 < 0x80 }) == true else { return nil }
        var numbers: [Int] = []
        var number = 0
        for byte in bytes {
            guard number < 1 << 40 else { return nil }
            number = number << 7 | Int(byte & 0x7F)
            guard byte < 0x80 else { continue }
            if numbers.isEmpty {
                let first = min(number / 40, 2)
                numbers = [first, number - 40 * first]
            } else {
                numbers.append(number)
            }
            number = 0
        }
        return numbers.map(String.init).joined(separator: ".")
    }
}
