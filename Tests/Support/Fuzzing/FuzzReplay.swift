#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What `make fuzz` asks without end, asked of the seeds of a target and of mutations that are the same in every run.
package struct FuzzReplay: Sendable {
    /// The seeds in `Tests/Fuzz/Corpus/<target>`, by name.
    package let seeds: [(name: String, bytes: [UInt8])]
    private let words: [[UInt8]]

    /// Reads seeds and dictionary of a target.
    package init(_ target: String) throws {
        let fuzz = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Fuzz")
        let folder = fuzz.appendingPathComponent("Corpus/\(target)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        self.init(
            seeds: try names.map { ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0)))) },
            dictionary: (try? Data(contentsOf: fuzz.appendingPathComponent("Dictionaries/\(target).dict"))).map(
                Array.init)
                ?? [])
    }

    /// Takes seeds that are made at run time.
    package init(seeds: [(name: String, bytes: [UInt8])], dictionary: [UInt8] = []) {
        self.seeds = seeds
        words =
            Self.words(ofDictionary: dictionary)
            + ["\"", "\\", ",", "=", " ", "\0", "\r\n", "\u{301}", "%", "'", "*", "/", "#", "@", ":"].map {
                Array($0.utf8)
            }
    }

    /// The seeds that break a property, with what they break.
    package func brokenSeeds(by violation: ([UInt8]) -> String?) -> [String] {
        seeds.compactMap { seed in violation(seed.bytes).map { "\(seed.name): \($0)" } }
    }

    /// What the first of so many mutated seeds breaks, with its bytes; nil where all keep every property.
    package func brokenMutation(round: Int, count: Int, by violation: ([UInt8]) -> String?) -> String? {
        var random = SplitMix(state: UInt64(round))
        for _ in 0..<count {
            var bytes = seeds[random.below(seeds.count)].bytes
            for _ in 0...random.below(4) { mutate(&bytes, with: seeds[random.below(seeds.count)].bytes, &random) }
            if let words = violation(bytes) {
                return "\(words): \(String(reflecting: String(decoding: bytes, as: UTF8.self)))"
            }
        }
        return nil
    }

    /// Changes, drops, doubles or takes over some bytes, or puts in a word that means something.
    private func mutate(_ bytes: inout [UInt8], with other: [UInt8], _ random: inout SplitMix) {
        let at = random.below(bytes.count + 1)
        let length = random.below(1 + min(16, bytes.count - at))
        switch random.below(5) {
        case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
        case 1: bytes.removeSubrange(at..<at + length)
        case 2: bytes.insert(contentsOf: bytes[at..<at + length], at: at)
        case 3:
            let from = random.below(other.count + 1)
            bytes.replaceSubrange(at..<at + length, with: other[from...].prefix(64))
        default: bytes.insert(contentsOf: words[random.below(words.count)], at: at)
        }
    }

    /// The words of a dictionary of libFuzzer: one in quotes per line, with `\\`, `\"` and `\xAB`.
    private static func words(ofDictionary bytes: [UInt8]) -> [[UInt8]] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard line.first != UInt8(ascii: "#"), let start = line.firstIndex(of: UInt8(ascii: "\"")) else {
                return nil
            }
            var word: [UInt8] = []
            var rest = line[line.index(after: start)...]
            while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
                guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                    word.append(byte)
                    continue
                }
                if next == UInt8(ascii: "x") {
                    word.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                    rest = rest.dropFirst(2)
                } else {
                    word.append(next)
                }
            }
            return word
        }
    }
}
