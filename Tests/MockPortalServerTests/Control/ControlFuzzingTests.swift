import Fuzzing
import Testing

/// One portal is steered, and no queue puts the calls in a row as the control API does.
@Suite(.serialized) struct `Fuzzed control calls` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("ControlBodies")
        #expect(replay.seeds.count >= 20)
        #expect(replay.brokenSeeds(by: ControlProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("ControlBodies").brokenMutation(
            round: round, count: 100, by: ControlProperties.violation(by:))
        #expect(broken == nil)
    }
}
