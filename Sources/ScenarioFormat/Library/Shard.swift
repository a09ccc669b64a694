internal import HTTPSemantics

/// One of several parts of the scenarios, which other machines run the rest of.
package struct Shard: Sendable, Codable, Hashable, CustomStringConvertible {
    /// Which part, counted from 0.
    package let index: Int
    package let count: Int

    /// Nil where there is no such part.
    package init?(index: Int, of count: Int) {
        guard count > 0, (0..<count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Reads a part of a stored report; throws where there is no such part.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let index = try members.decode(Int.self, forKey: .index)
        let count = try members.decode(Int.self, forKey: .count)
        guard let shard = Shard(index: index, of: count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .index, in: members, debugDescription: "there is no part \(index) of \(count)")
        }
        self = shard
    }

    private enum CodingKeys: String, CodingKey {
        case index, count
    }

    /// Reads `i/n`.
    package init?(parsing text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int(digits: $0) }
        guard parts.count == 2, let index = parts[0], let count = parts[1] else { return nil }
        self.init(index: index, of: count)
    }

    package var description: String { "\(index)/\(count)" }

    /// This part of the scenarios in their order; every part has about as many runs as every other.
    ///
    /// It follows from the list alone: the largest first, each goes where the fewest runs are.
    package func part(of scenarios: [Scenario]) -> [Scenario] {
        let runs = scenarios.map(\.variantCount)
        let largest = scenarios.indices.sorted { (-runs[$0], $0) < (-runs[$1], $1) }
        var loads = [Int](repeating: 0, count: min(count, scenarios.count))
        var mine: [Int] = []
        for position in largest {
            guard let part = loads.indices.min(by: { loads[$0] < loads[$1] }) else { break }
            loads[part] += runs[position]
            if part == index { mine.append(position) }
        }
        return mine.sorted().map { scenarios[$0] }
    }
}
