import Fuzzing
import Testing

@Suite struct `Fuzzed documents` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("DocumentTexts")
        #expect(replay.seeds.count >= 20)
        #expect(replay.brokenSeeds(by: DocumentTextProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("DocumentTexts").brokenMutation(
            round: round, count: 500, by: DocumentTextProperties.violation(by:))
        #expect(broken == nil)
    }
}
