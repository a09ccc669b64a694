import Fuzzing
import Testing

@Suite struct `Fuzzed redirects` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Redirects")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: RedirectProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Redirects").brokenMutation(
            round: round, count: 500, by: RedirectProperties.violation(by:))
        #expect(broken == nil)
    }
}
