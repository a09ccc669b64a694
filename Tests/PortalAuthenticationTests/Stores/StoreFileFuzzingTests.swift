import Fuzzing
import Testing

@Suite struct `Fuzzed store files` {
    @Test func `keep every property for the seeds`() throws {
        let replay = FuzzReplay(seeds: try StoreFileProperties.seeds())
        #expect(replay.brokenSeeds(by: StoreFileProperties.violation(by:)) == [])
        let kept = try FuzzReplay("StoreFiles")
        #expect(kept.seeds.count >= 5 && kept.brokenSeeds(by: StoreFileProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let seeds = try StoreFileProperties.seeds() + FuzzReplay("StoreFiles").seeds
        let broken = FuzzReplay(seeds: seeds).brokenMutation(
            round: round, count: 1000, by: StoreFileProperties.violation(by:))
        #expect(broken == nil)
    }
}
