import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

struct `Layers of services` {
    private let alice = ResourceCredential.password(username: "alice", Secret(Stage.password))
    private let url = "https://h.test/server/rest/services/Traffic/FeatureServer/0"
    /// A layer that the host answers without a token.
    private let open = "https://h.test/trees/FeatureServer/0"

    private func load(_ layer: some ServiceLayer) async -> PortalError? {
        await failure { () throws(PortalError) in try await layer.load() }
    }

    @Test func `sign every request in with their own credential and ask no handler`() async throws {
        let stage = PretendMaps(layers: []).stage()
        stage.handle { _ in .cancel }
        let layer = FeatureLayer(url: try HTTPURL(url), credential: alice, in: stage.environment)
        try await layer.load()
        _ = await failure { () throws(PortalError) in try await layer.query() }
        #expect(
            stage.steps == [
                "server info", "generate", "Traffic/FeatureServer/0 +tok1", "Traffic/FeatureServer/0/query +tok1",
            ])
        #expect(stage.environment.credentials.credentials.isEmpty && stage.challenges.isEmpty)
    }

    @Test func `fail without a credential and load once they are given one`() async throws {
        let stage = PretendMaps(layers: []).stage()
        let layer = FeatureLayer(url: try HTTPURL(url), challenges: .suppress, in: stage.environment)
        #expect(await load(layer)?.code == .tokenRequired)
        #expect(await load(layer)?.code == .tokenRequired && stage.transport.sent.count == 1)
        let wrong = ResourceCredential.password(username: "alice", Secret("no"))
        let refused = await failure { () throws(PortalError) in
            try await layer.resubmit(url: try HTTPURL(url), credential: wrong)
        }
        #expect(refused?.code == .invalidCredentials && refused?.isAuthenticationError == true)
        try await layer.resubmit(url: try HTTPURL(url), credential: alice)
        #expect(layer.loadStatus == .loaded && layer.metadata?["mapName"] == "Traffic" && layer.name == "Traffic")
        let sent = stage.transport.sent.count
        try await layer.resubmit(url: try HTTPURL("https://other.test"), credential: nil)
        #expect(stage.transport.sent.count == sent && layer.url.description == url)
    }

    @Test func `are loaded once their host is trusted`() async throws {
        let host = BadHost()
        let stage = host.stage()
        let layer = FeatureLayer(url: try HTTPURL(open), in: stage.environment)
        let error = await load(layer)
        #expect(error?.legacyCode == -1202 && error?.serverTrust != nil)
        await TrustedHosts(of: stage.environment).insert("h.test")
        try await layer.resubmit()
        #expect(layer.metadata?["ok"] == true)
    }

    @Test func `of a web map are loaded once their host is trusted`() async throws {
        let host = BadHost()
        let maps = PretendMaps(layers: [PretendMaps.layer("OpenA", host: "https://bad.test")])
        let stage = maps.stage { sent throws(TransportError) in
            if sent.url.contains("bad.test") { _ = try host.check(sent) }
            return nil
        }
        host.transport.withLock { $0 = stage.transport }
        let environment = stage.environment
        let opener = PretendOpener(.retry(nil)) { _ in await TrustedHosts(of: environment).insert("bad.test") }
        let map = MapDocument()
        try await stage.webMap().open(into: map, using: opener)
        #expect(
            opener.words == ["loaded base", "failed OpenA serverCertificateUntrusted", "loaded OpenA"])
        #expect(opener.failures.withLock { $0.first?.error.legacyCode } == -1202)
    }

    @Test func `are loaded with one of the identities that the server accepts`() async throws {
        let (shown, other) = (try Identities.named("alice"), try Identities.named("carol"))
        let store = ClientIdentityStore()
        for identity in [shown, other] { try store.add(identity) }
        let front = PretendFront([
            "h.test": PretendFront.Host(accepted: [shown], issuers: [shown.issuers[0]])
        ])
        let stage = front.stage(store)
        let layer = FeatureLayer(url: try HTTPURL(open), in: stage.environment)
        let error = try #require(await load(layer))
        #expect(error.code == .clientCertificateRequired && error.isAuthenticationError)
        #expect(error.protectionSpace?.method == .clientCertificate)
        let fitting = store.identities(for: error.protectionSpace)
        #expect(fitting.contains(shown))
        let chosen = try #require(fitting.first { $0 == shown })
        try await layer.resubmit(url: try HTTPURL(open), credential: .certificate(chosen))
        #expect(layer.metadata?["ok"] == true && layer.description == open)
    }

    @Test func `draw pictures and tiles through the same sign-in`() async throws {
        let stage = PretendMaps(layers: []).stage { sent in
            guard sent.path.hasSuffix("/export") || sent.path.contains("/tile/") else { return nil }
            return sent.token == nil
                ? .tokenRequired
                : HTTPResponse(status: 200, headers: [HeaderField("Content-Type", "image/png")], body: [0x89, 0x50])
        }
        let service = try HTTPURL(Traffic.server)
        let map = MapServiceLayer(url: service, credential: alice, in: stage.environment)
        let area = Envelope(xmin: 0, ymin: 0, xmax: 10, ymax: 5, spatialReference: .webMercator)
        #expect(try await map.export(area, width: 20, height: 10).data() == [0x89, 0x50])
        let export = try #require(stage.transport.sent.last)
        #expect(export.query.contains("bbox=0.0%2C0.0%2C10.0%2C5.0") && export.query.contains("size=20%2C10"))
        #expect(export.query.contains("imageSR=102100") && export.query.contains("f=image"))
        let tiles = TiledLayer(url: service, credential: alice, in: stage.environment)
        #expect(try await tiles.tile(level: 1, row: 2, column: 3).data() == [0x89, 0x50])
        #expect(stage.transport.sent.last?.path == Traffic.server + "/tile/1/2/3")
        let refused = try await TiledLayer(url: service, challenges: .suppress, in: stage.environment)
            .tile(level: 0, row: 0, column: 0)
        #expect(await failure { () throws(PortalError) in try await refused.load() }?.code == .tokenRequired)
    }
}
