import Fuzzing
import Testing

@Suite struct `Fuzzed blueprints` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Blueprints")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: BlueprintProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Blueprints").brokenMutation(
            round: round, count: 150, by: BlueprintProperties.violation(by:))
        #expect(broken == nil)
    }
}
