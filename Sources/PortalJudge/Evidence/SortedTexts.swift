/// Texts in order of their bytes, each with the number of its owner: all of them are compared with another text at once, byte by byte.
struct SortedTexts: Sendable {
    private let bytes: [UInt8]
    /// Where each text begins, and where the last one ends.
    private let starts: [Int]
    private let owners: [Int]
    /// Those that begin with a byte, by its value.
    private let firsts: [Range<Int>]

    /// The texts that begin with so many bytes of another one.
    struct Match {
        fileprivate let range: Range<Int>
        /// Bytes that were compared.
        let length: Int
    }

    /// Sorts texts.
    init(_ texts: [(text: [UInt8], owner: Int)]) {
        let sorted = texts.sorted { $0.text.lexicographicallyPrecedes($1.text) }
        var bytes: [UInt8] = []
        var starts = [0]
        var firsts = [Range<Int>](repeating: 0..<0, count: 256)
        for (number, text) in sorted.map(\.text).enumerated() {
            bytes += text
            starts.append(bytes.count)
            guard let first = text.first.map(Int.init) else { continue }
            firsts[first] = (firsts[first].isEmpty ? number : firsts[first].lowerBound)..<(number + 1)
        }
        self.bytes = bytes
        self.starts = starts
        self.firsts = firsts
        owners = sorted.map(\.owner)
    }

    /// All texts, before anything was compared.
    var all: Match { Match(range: owners.indices, length: 0) }

    /// Those that go on with a byte; nil where none does.
    func narrowed(_ match: Match, by byte: UInt8) -> Match? {
        guard match.length > 0 else {
            let range = firsts[Int(byte)]
            return range.isEmpty ? nil : Match(range: range, length: 1)
        }
        let start = place(in: match.range, after: match.length, atLeast: Int(byte))
        let end = place(in: start..<match.range.upperBound, after: match.length, atLeast: Int(byte) + 1)
        return start < end ? Match(range: start..<end, length: match.length + 1) : nil
    }

    /// The owners of the texts that have nothing behind what was compared.
    func owners(endingAt match: Match) -> ArraySlice<Int> {
        // A text comes before those that go on.
        let end = match.range.first { starts[$0 + 1] - starts[$0] > match.length } ?? match.range.upperBound
        return owners[match.range.lowerBound..<end]
    }

    /// The owners of the texts that begin with another one.
    func owners(beginningWith text: [UInt8]) -> ArraySlice<Int> {
        var match = all
        for byte in text {
            guard let next = narrowed(match, by: byte) else { return [] }
            match = next
        }
        return owners[match.range]
    }

    /// The owners of the texts that stand somewhere in bytes, in order and each once; an empty text stands nowhere.
    func owners(in bytes: [UInt8]) -> [Int] {
        var found: Set<Int> = []
        for start in bytes.indices {
            var match = all
            for byte in bytes[start...] {
                guard let next = narrowed(match, by: byte) else { break }
                match = next
                found.formUnion(owners(endingAt: match))
            }
        }
        return found.sorted()
    }

    /// The first text of a range whose byte behind so many has at least a value; one that ends there has none.
    private func place(in range: Range<Int>, after length: Int, atLeast value: Int) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            let place = starts[middle] + length
            if place < starts[middle + 1], Int(bytes[place]) >= value { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
