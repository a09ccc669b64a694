import Fuzzing
import Testing

@Suite struct `Fuzzed wire lines` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("WireLines")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: WireLineProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("WireLines").brokenMutation(
            round: round, count: 500, by: WireLineProperties.violation(by:))
        #expect(broken == nil)
    }
}
