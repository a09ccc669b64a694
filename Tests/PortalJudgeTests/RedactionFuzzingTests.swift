import Fuzzing
import Testing

@Suite struct `Fuzzed secrets and texts` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Redactions")
        #expect(replay.seeds.count >= 12)
        #expect(replay.brokenSeeds(by: RedactionProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Redactions").brokenMutation(
            round: round, count: 150, by: RedactionProperties.violation(by:))
        #expect(broken == nil)
    }
}
