/// The decompression of RFC 1951, bounded, for messages in a query (SAML bindings §3.4.4.1).
///
/// No library: zlib would be one more door to C for texts of a kilobyte that only a sign-in by SAML brings.
struct Inflate {
    private let input: [UInt8]
    private var position = 0
    private var bits: UInt32 = 0
    private var held: UInt32 = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// Decompresses bytes; nil where they are not of the format, or grow beyond a limit.
    static func bytes(_ input: [UInt8], limit: Int) -> [UInt8]? {
        var inflate = Inflate(input: input, limit: limit)
        while true {
            guard let isLast = inflate.take(1), let type = inflate.take(2) else { return nil }
            let isRead =
                switch type {
                case 0: inflate.stored()
                case 1: inflate.compressed(Self.fixedLiterals, Self.fixedDistances)
                case 2: inflate.dynamic()
                default: false
                }
            guard isRead else { return nil }
            if isLast == 1 { return inflate.output }
        }
    }

    private init(input: [UInt8], limit: Int) {
        self.input = input
        self.limit = limit
    }

    /// The canonical codes of a list of lengths (§3.2.2).
    private struct Codes {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []

        init(_ lengths: [Int]) {
            for length in lengths where length > 0 { counts[length] += 1 }
            for length in 1..<16 { symbols += lengths.indices.filter { lengths[$0] == length } }
        }
    }

    private static let fixedLiterals = Codes(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Codes([Int](repeating: 5, count: 30))

    private mutating func take(_ count: UInt32) -> Int? {
        while held < count {
            guard position < input.count else { return nil }
            bits |= UInt32(input[position]) << held
            position += 1
            held += 8
        }
        let value = bits & ((1 << count) - 1)
        bits >>= count
        held -= count
        return Int(value)
    }

    private mutating func symbol(_ codes: Codes) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1..<16 {
            guard let bit = take(1) else { return nil }
            code |= bit
            let count = codes.counts[length]
            if code - count < first { return codes.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private mutating func stored() -> Bool {
        bits = 0
        held = 0
        guard position + 4 <= input.count else { return false }
        let size = Int(input[position]) | Int(input[position + 1]) << 8
        let complement = Int(input[position + 2]) | Int(input[position + 3]) << 8
        position += 4
        guard size == complement ^ 0xFFFF, position + size <= input.count, output.count + size <= limit else {
            return false
        }
        output += input[position..<position + size]
        position += size
        return true
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits: [UInt32] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145, 8193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits: [UInt32] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    private mutating func compressed(_ literals: Codes, _ distances: Codes) -> Bool {
        while let symbol = symbol(literals) {
            if symbol == 256 { return true }
            if symbol < 256 {
                guard output.count < limit else { return false }
                output.append(UInt8(symbol))
                continue
            }
            guard symbol - 257 < Self.lengthBases.count, let more = take(Self.lengthBits[symbol - 257]),
                let code = self.symbol(distances), code < Self.distanceBases.count,
                let further = take(Self.distanceBits[code])
            else { return false }
            let length = Self.lengthBases[symbol - 257] + more
            let distance = Self.distanceBases[code] + further
            guard distance <= output.count, output.count + length <= limit else { return false }
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
        return false
    }

    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private mutating func dynamic() -> Bool {
        guard let literalCount = take(5), let distanceCount = take(5), let lengthCount = take(4),
            literalCount <= 29
        else { return false }
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<lengthCount + 4 {
            guard let length = take(3) else { return false }
            lengths[Self.lengthOrder[index]] = length
        }
        let codes = Codes(lengths)
        var found: [Int] = []
        let total = literalCount + 257 + distanceCount + 1
        while found.count < total {
            guard let symbol = symbol(codes) else { return false }
            switch symbol {
            case ..<16: found.append(symbol)
            case 16:
                guard let last = found.last, let more = take(2) else { return false }
                found += [Int](repeating: last, count: 3 + more)
            default:
                guard let more = take(symbol == 17 ? 3 : 7) else { return false }
                found += [Int](repeating: 0, count: (symbol == 17 ? 3 : 11) + more)
            }
        }
        guard found.count == total else { return false }
        return compressed(
            Codes(Array(found.prefix(literalCount + 257))), Codes(Array(found.dropFirst(literalCount + 257))))
    }
}
