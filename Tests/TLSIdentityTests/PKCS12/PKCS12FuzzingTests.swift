import Fuzzing
import Testing

@testable import TLSIdentity

@Suite struct `Fuzzed PKCS 12 files` {
    private static let replay = Result { FuzzReplay(seeds: try PKCS12Properties.seeds()) }

    @Test func `keep every property for the seeds`() throws {
        let replay = try Self.replay.get()
        #expect(replay.seeds.count >= 10)
        #expect(replay.brokenSeeds(by: PKCS12Properties.violation(by:)) == [])
    }

    @Test(.ownThread, arguments: 0..<4) func `keep every property for mutated seeds`(_ round: Int) throws {
        let broken = try Self.replay.get().brokenMutation(round: round, count: 100, by: PKCS12Properties.violation(by:))
        #expect(broken == nil)
    }
}
