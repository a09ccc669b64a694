import Fuzzing
import Testing

@Suite struct `Fuzzed data files` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("GeoJSONFiles")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: GeoJSONFileProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("GeoJSONFiles").brokenMutation(
            round: round, count: 250, by: GeoJSONFileProperties.violation(by:))
        #expect(broken == nil)
    }
}
