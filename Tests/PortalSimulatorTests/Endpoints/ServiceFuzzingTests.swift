import Fuzzing
import Testing

@Suite struct `Fuzzed service parameters` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("ServiceParameters")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: ServiceParameterProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("ServiceParameters").brokenMutation(
            round: round, count: 250, by: ServiceParameterProperties.violation(by:))
        #expect(broken == nil)
    }
}
