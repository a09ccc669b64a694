import Fuzzing
import Testing

@Suite struct `Fuzzed searches` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("SearchTexts")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: SearchTextProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("SearchTexts").brokenMutation(
            round: round, count: 250, by: SearchTextProperties.violation(by:))
        #expect(broken == nil)
    }
}
