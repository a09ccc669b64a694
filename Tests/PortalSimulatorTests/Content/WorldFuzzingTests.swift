import Fuzzing
import Testing

@Suite struct `Fuzzed world documents` {
    @Test func `keep every property for the seeds`() throws {
        let replay = try FuzzReplay("WorldDocuments")
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: WorldDocumentProperties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try FuzzReplay("WorldDocuments").brokenMutation(
            round: round, count: 150, by: WorldDocumentProperties.violation(by:))
        #expect(broken == nil)
    }
}
