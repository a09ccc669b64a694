import Fuzzing
import Testing

/// What `make fuzz` asks without end, asked of its seeds and of some thousand mutations that are the same in every run.
@Suite struct `Fuzzed authentication fields` {
    private static func violation(_ bytes: [UInt8]) -> String? {
        FieldProperties.violation(by: String(decoding: bytes, as: UTF8.self))
    }

    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("AuthenticationFields")
        #expect(replay.seeds.count >= 30)
        #expect(replay.brokenSeeds(by: Self.violation) == [])
    }

    @Test(.ownThread, arguments: 0..<8) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("AuthenticationFields").brokenMutation(round: round, count: 500, by: Self.violation)
        #expect(broken == nil)
    }
}
