import Fuzzing
import Testing

@Suite struct `Fuzzed challenges of NTLM` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("NTLMChallenges")
        #expect(replay.seeds.count >= 8)
        #expect(replay.brokenSeeds(by: NTLMChallengeProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("NTLMChallenges").brokenMutation(
            round: round, count: 1000, by: NTLMChallengeProperties.violation(by:))
        #expect(broken == nil)
    }
}
