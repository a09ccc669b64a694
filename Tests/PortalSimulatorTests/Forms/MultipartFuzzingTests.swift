import Fuzzing
import Testing

@Suite struct `Fuzzed bodies in parts` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("MultipartBodies")
        #expect(replay.seeds.count >= 30)
        #expect(replay.brokenSeeds(by: MultipartProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("MultipartBodies").brokenMutation(
            round: round, count: 500, by: MultipartProperties.violation(by:))
        #expect(broken == nil)
    }
}
