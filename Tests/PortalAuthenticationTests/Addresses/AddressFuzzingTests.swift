import Fuzzing
import Testing

@Suite struct `Fuzzed addresses` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("Addresses")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: AddressProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("Addresses").brokenMutation(
            round: round, count: 500, by: AddressProperties.violation(by:))
        #expect(broken == nil)
    }
}
