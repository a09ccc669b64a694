import Fuzzing
import Testing

@Suite struct `Fuzzed JSON texts` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("JSONTexts")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: JSONProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("JSONTexts").brokenMutation(
            round: round, count: 500, by: JSONProperties.violation(by:))
        #expect(broken == nil)
    }
}
