import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

/// Catalogue L11, with another process that writes at the same time.
struct `A takeover that fails halfway` {
    @Test(arguments: [true, false])
    func `takes back what it wrote, and nothing of another process`(isThereBefore: Bool) async throws {
        let kept = MemoryPersistence()
        if isThereBefore { kept.put(["before": ["x": 0]]) }
        let stage = Stage()
        stage.environment.credentials.add(try PaperCredential("https://h.test/server", token: "mine"))
        kept.hold(true)
        let setup = Task {
            await failure { () throws(PortalError) in
                try await stage.environment.authentication.setupPersistentCredentialStorage(
                    kept, kinds: [PaperCredential.self])
            }
        }
        await stage.eventually { kept.waiterCount == 1 }
        // Between its reading and its writing, and between its writing and its end.
        kept.put((kept.entries() ?? [:]).merging(["one": ["x": 1]], uniquingKeysWith: { $1 }))
        kept.letThrough()
        await stage.eventually { kept.waiterCount == 1 }
        #expect((kept.entries()?.count ?? 0) > 2)
        kept.put((kept.entries() ?? [:]).merging(["two": ["x": 2]], uniquingKeysWith: { $1 }))
        kept.fail("network-credentials", .storeNotAccessible)
        kept.hold(false)
        #expect(await setup.value?.code == .storeNotAccessible)
        var wanted: [String: JSONValue] = ["one": ["x": 1], "two": ["x": 2]]
        if isThereBefore { wanted["before"] = ["x": 0] }
        #expect(kept.entries() == wanted)
    }
}
