/// What a server says of itself in a challenge: pairs of a number and a value (MS-NLMP §2.2.2.1).
package struct NTLMTargetInfo: Sendable, Hashable {
    /// One pair.
    package struct Pair: Sendable, Hashable {
        /// What it is: one of MS-NLMP's `AvId`s.
        package let id: Int
        /// Its bytes.
        package var value: [UInt8]

        package init(id: Int, value: [UInt8]) {
            self.id = id
            self.value = value
        }
    }

    static let flagsID = 6
    static let timestampID = 7
    static let targetNameID = 9
    static let channelBindingsID = 10

    /// The pairs in their order, without the end.
    package var pairs: [Pair]

    package init(pairs: [Pair] = []) { self.pairs = pairs }

    /// How many pairs a server may send.
    package static let mostPairs = 64

    /// Reads pairs up to their end; nil where they are cut short, not ended, more than `mostPairs`, or one of a fixed size is not of it.
    package init?(_ bytes: [UInt8], mostPairs: Int = Self.mostPairs) {
        var pairs: [Pair] = []
        var position = 0
        while true {
            guard let id = NTLMBytes.number(bytes, at: position, count: 2).map({ Int($0) }),
                let count = NTLMBytes.number(bytes, at: position + 2, count: 2).map({ Int($0) }),
                count <= bytes.count - position - 4
            else { return nil }
            position += 4
            if id == 0 {
                guard count == 0 else { return nil }
                self.pairs = pairs
                return
            }
            guard pairs.count < mostPairs, Self.sizes[id].map({ $0 == count }) ?? true else { return nil }
            pairs.append(Pair(id: id, value: Array(bytes[position..<position + count])))
            position += count
        }
    }

    /// The value of the first pair of a number.
    package subscript(_ id: Int) -> [UInt8]? { pairs.first { $0.id == id }?.value }

    /// The pairs and their end.
    package var bytes: [UInt8] {
        pairs.flatMap { NTLMBytes.two($0.id) + NTLMBytes.two($0.value.count) + $0.value } + [0, 0, 0, 0]
    }

    /// Puts a pair in the place of those of its number.
    mutating func set(_ id: Int, _ value: [UInt8]) {
        pairs.removeAll { $0.id == id }
        pairs.append(Pair(id: id, value: value))
    }

    private static let sizes = [flagsID: 4, timestampID: 8, channelBindingsID: 16]
}
