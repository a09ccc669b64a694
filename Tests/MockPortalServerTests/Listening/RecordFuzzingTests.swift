import Fuzzing
import Testing

@Suite struct `Fuzzed TLS records` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("TLSRecords")
        #expect(replay.seeds.count >= 20)
        #expect(replay.brokenSeeds(by: RecordProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("TLSRecords").brokenMutation(
            round: round, count: 1000, by: RecordProperties.violation(by:))
        #expect(broken == nil)
    }
}
