import Fuzzing
import Testing

@Suite struct `Fuzzed answers` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Answers")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: AnswerProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Answers").brokenMutation(
            round: round, count: 500, by: AnswerProperties.violation(by:))
        #expect(broken == nil)
    }
}
