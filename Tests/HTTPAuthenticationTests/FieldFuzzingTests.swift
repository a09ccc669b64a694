import HTTPAuthentication
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What `make fuzz` asks without end, asked of its seeds and of some thousand mutations that are the same in every run.
@Suite struct `Fuzzed authentication fields` {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fuzz/Corpus/AuthenticationFields")

    private static func seeds() throws -> [(name: String, bytes: [UInt8])] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, Array(try Data(contentsOf: folder.appendingPathComponent($0))))
        }
    }

    @Test func `keep every property for the seeds`() throws {
        let seeds = try Self.seeds()
        #expect(seeds.count >= 30)
        for seed in seeds {
            let violation = FieldProperties.violation(by: String(decoding: seed.bytes, as: UTF8.self))
            #expect(violation == nil, "\(seed.name)")
        }
    }

    @Test(arguments: 0..<8) func `keep every property for mutated seeds`(_ round: Int) throws {
        let seeds = try Self.seeds()
        var random = SplitMix(state: UInt64(round))
        for _ in 0..<500 {
            var bytes = seeds[random.below(seeds.count)].bytes
            for _ in 0...random.below(4) { Self.mutate(&bytes, with: seeds[random.below(seeds.count)].bytes, &random) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(FieldProperties.violation(by: text) == nil, "\(String(reflecting: text))")
        }
    }

    /// Changes, drops, doubles or takes over some bytes, or puts in one that means something.
    private static func mutate(_ bytes: inout [UInt8], with other: [UInt8], _ random: inout SplitMix) {
        let at = random.below(bytes.count + 1)
        let length = random.below(1 + min(16, bytes.count - at))
        switch random.below(5) {
        case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
        case 1: bytes.removeSubrange(at..<at + length)
        case 2: bytes.insert(contentsOf: bytes[at..<at + length], at: at)
        case 3:
            let from = random.below(other.count + 1)
            bytes.replaceSubrange(at..<at + length, with: other[from...].prefix(64))
        default:
            let words: [[UInt8]] = ["\"", "\\", ",", "=", " ", "\0", "\r\n", "\u{301}", "%", "'", "*"].map {
                Array($0.utf8)
            }
            bytes.insert(contentsOf: words[random.below(words.count)], at: at)
        }
    }
}

/// A generator that gives the same numbers everywhere (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
private struct SplitMix {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
}
