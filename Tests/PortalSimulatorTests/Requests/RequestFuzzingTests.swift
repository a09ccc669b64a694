import Fuzzing
import Testing

@Suite struct `Fuzzed requests` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Requests")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: RequestProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Requests").brokenMutation(
            round: round, count: 250, by: RequestProperties.violation(by:))
        #expect(broken == nil)
    }
}
