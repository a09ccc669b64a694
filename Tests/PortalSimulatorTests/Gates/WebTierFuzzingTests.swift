import Fuzzing
import Testing

@Suite struct `Fuzzed credentials at the web tier` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("WebTierGate")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: WebTierProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("WebTierGate").brokenMutation(
            round: round, count: 250, by: WebTierProperties.violation(by:))
        #expect(broken == nil)
    }
}
