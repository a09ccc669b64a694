import Fuzzing
import Testing

@Suite struct `Fuzzed tokens of NTLM and Negotiate` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("WindowsTokens")
        #expect(replay.seeds.count >= 6)
        #expect(replay.brokenSeeds(by: WindowsTokenProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("WindowsTokens").brokenMutation(
            round: round, count: 250, by: WindowsTokenProperties.violation(by:))
        #expect(broken == nil)
    }
}
