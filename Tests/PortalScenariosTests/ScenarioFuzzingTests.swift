import Fuzzing
import Testing

@Suite struct `Fuzzed scenarios` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Scenarios")
        #expect(replay.seeds.count >= 8)
        #expect(replay.brokenSeeds(by: ScenarioProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Scenarios").brokenMutation(
            round: round, count: 150, by: ScenarioProperties.violation(by:))
        #expect(broken == nil)
    }
}
