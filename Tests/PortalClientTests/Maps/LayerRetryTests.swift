import HTTPSemantics
import Platform
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

    @Test(arguments: [
        ResourceCredential.webTier(username: "front", password: Secret("door")),
        .pregeneratedToken(Secret("refused")),
    ])
    func `bring back nothing that was forgotten meanwhile`(_ credential: ResourceCredential) async throws {
        let environment = Locked<PortalEnvironment?>(nil)
        let isRetried = Locked(false)
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic")]).stage { sent in
            guard sent.path.contains("/Traffic/"), isRetried.withLock({ $0 }) else { return nil }
            environment.withLock { $0 }?.credentials.removeAll()
            return .tokenRequired
        }
        environment.withLock { $0 = stage.environment }
        stage.environment.credentials.add(try stage.alice())
        let opener = PretendOpener(.retry(credential), .skip) { _ in isRetried.withLock { $0 = true } }
        try await stage.webMap().open(into: MapDocument(), using: opener)
        #expect(opener.words.count == 3 && opener.words.last?.hasPrefix("failed Traffic") == true, "\(opener.words)")
        #expect(stage.environment.credentials.credentials.isEmpty)
        #expect(stage.environment.networkCredentials.credentials.isEmpty)
    }

    @Test func `are kept where they were accepted`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic")]).stage()
        let alice = ResourceCredential.password(username: "alice", Secret(Stage.password))
        try await stage.webMap().open(into: MapDocument(), using: PretendOpener(.retry(alice)))
        #expect(stage.environment.networkCredentials.credentials.count == 1)
    }
}
