import Fuzzing
import Testing

@Suite struct `Fuzzed responses of SAML` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("SAMLResponses")
        #expect(replay.seeds.count >= 6)
        #expect(replay.brokenSeeds(by: SAMLProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("SAMLResponses").brokenMutation(
            round: round, count: 500, by: SAMLProperties.violation(by:))
        #expect(broken == nil)
    }
}
