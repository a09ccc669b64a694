import HTTPSemantics
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Credentials of layers that are tried again` {
    private static let origin = Origin(ofURL: "https://h.test")

    private func space(_ method: AuthenticationMethod) throws -> ProtectionSpace {
        ProtectionSpace(origin: try #require(Self.origin), method: method)
    }

    /// What the web tier of the server may ask for after a layer was tried with a password that it refuses.
    private func kept(after earlier: NetworkCredential?) async throws -> [ProtectionSpace: NetworkCredential] {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic")]).stage()
        if let earlier { try await stage.environment.networkCredentials.add(earlier, for: space(.basic)) }
        let wrong = ResourceCredential.password(username: "alice", Secret("no"))
        let opener = PretendOpener(.retry(wrong), .skip)
        try await stage.webMap().open(into: MapDocument(), using: opener)
        #expect(opener.words.suffix(2) == ["failed Traffic tokenRequired", "failed Traffic invalidCredentials"])
        return stage.environment.networkCredentials.credentials
    }

    @Test func `are forgotten for the web tier too where they were refused`() async throws {
        #expect(try await kept(after: nil).isEmpty)
    }

    @Test func `make place again for what was kept before`() async throws {
        let earlier = NetworkCredential.password(username: "front", Secret("door"))
        #expect(try await kept(after: earlier) == [space(.basic): earlier])
    }

    @Test func `are kept where they were accepted`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic")]).stage()
        let alice = ResourceCredential.password(username: "alice", Secret(Stage.password))
        try await stage.webMap().open(into: MapDocument(), using: PretendOpener(.retry(alice)))
        #expect(stage.environment.networkCredentials.credentials.count == 1)
    }
}
