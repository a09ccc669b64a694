import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

/// Writes down what it hears, and does something about the first failures.
private final class Ear: LegacyLayerDelegate, LegacyQueryTaskDelegate {
    private let heard = Locked<[String]>([])
    private let answers: Locked<[@Sendable (LegacyLayer, PortalError) async -> Void]>

    init(_ answers: [@Sendable (LegacyLayer, PortalError) async -> Void] = []) { self.answers = Locked(answers) }

    var words: [String] { heard.withLock { $0 } }
    private func note(_ word: String) { heard.withLock { $0.append(word) } }

    func layerDidLoad(_ layer: LegacyLayer) async { note("load") }
    func layer(_ layer: LegacyLayer, didFailToLoad error: PortalError) async {
        note("fail \(error.code)")
        await answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }?(layer, error)
    }
    func queryTask(_ task: LegacyQueryTask, didExecuteWith found: FeatureSet) async {
        note("found \(found.features.count)")
    }
    func queryTask(_ task: LegacyQueryTask, didFail error: PortalError) async { note("fail \(error.code)") }
}

/// Hears nothing.
private final class DeafEar: LegacyLayerDelegate, LegacyQueryTaskDelegate {}

struct `Older layers` {
    private let alice = LegacyCredential(user: "alice", password: Secret(Stage.password))
    private let url = "https://h.test/server/rest/services/Traffic/FeatureServer/0"

    @Test func `load when they are made, and are mended by resubmitting from the callback`() async throws {
        let stage = PretendMaps(layers: []).stage()
        stage.handle { _ in .cancel }
        let (alice, wrong) = (alice, LegacyCredential(user: "alice", password: Secret("no")))
        let ear = Ear([
            { layer, _ in layer.resubmit(url: layer.url, credential: wrong) },
            { layer, _ in layer.resubmit(url: layer.url, credential: alice) },
        ])
        let layer = LegacyLayer(url: try HTTPURL(url), delegate: ear, in: stage.environment)
        await stage.eventually { ear.words.last == "load" }
        #expect(ear.words == ["fail tokenRequired", "fail invalidCredentials", "load"] && stage.challenges.isEmpty)
        #expect(layer.isLoaded && layer.error == nil && layer.layer.name == "Traffic")
        #expect(layer.credential == alice && layer.url.description == url)
    }

    @Test func `ignore resubmitting while they load and when they are loaded`() async throws {
        let door = Latch()
        let stage = PretendMaps(layers: []).stage { _ in
            await door.wait()
            return nil
        }
        let ear = Ear()
        let layer = LegacyLayer(
            url: try HTTPURL("\(PretendMaps.services)/OpenA/FeatureServer/0"), delegate: ear, in: stage.environment)
        await stage.transport.waitForRequests(1)
        layer.resubmit()
        layer.resubmit(url: try HTTPURL("https://other.test/rest/services/A/MapServer"), credential: alice)
        door.open()
        await stage.eventually { ear.words == ["load"] }
        layer.resubmit()
        for _ in 0..<10_000 { await Task.yield() }
        #expect(stage.transport.sent.count == 1 && ear.words == ["load"] && layer.credential == nil)
    }

    @Test func `are loaded once their host is trusted`() async throws {
        let host = BadHost()
        let stage = host.stage()
        let environment = stage.environment
        let ear = Ear([
            { layer, error in
                guard error.legacyCode == -1202, let host = error.protectionSpace?.origin.host else { return }
                await TrustedHosts(of: environment).insert(host)
                layer.resubmit()
            }
        ])
        let layer = LegacyLayer(
            url: try HTTPURL("https://h.test/trees/FeatureServer/0"), delegate: ear, in: environment)
        await stage.eventually { ear.words.last == "load" }
        #expect(ear.words == ["fail serverCertificateUntrusted", "load"] && layer.isLoaded)
    }

    @Test func `are loaded with one of the identities that fit the error's protection space`() async throws {
        let (shown, other) = (try Identities.named("alice"), try Identities.named("carol"))
        let store = ClientIdentityStore()
        for identity in [shown, other] { try store.add(identity) }
        let front = PretendFront(["h.test": PretendFront.Host(accepted: [shown], issuers: [shown.issuers[0]])])
        let stage = front.stage(store)
        let ear = Ear([
            { layer, error in
                guard error.isAuthenticationError, error.protectionSpace?.method == .clientCertificate,
                    let fitting = LegacyCredential.identities(for: error.protectionSpace, in: store).first
                else { return }
                layer.resubmit(url: layer.url, credential: LegacyCredential(identity: fitting))
            }
        ])
        let layer = LegacyLayer(
            url: try HTTPURL("https://h.test/trees/FeatureServer/0"), delegate: ear, in: stage.environment)
        await stage.eventually { ear.words.last == "load" }
        #expect(ear.words == ["fail clientCertificateRequired", "load"] && layer.isLoaded)
    }

    @Test func `give the credential back that they were given, or that of their layer in its older form`() async throws
    {
        let stage = PretendMaps(layers: []).stage()
        let url = try HTTPURL(url)
        let unused = LegacyCredential(user: "alice", password: Secret("no"), authType: .none)
        let first = LegacyLayer(url: url, credential: unused, in: stage.environment)
        #expect(first.credential == unused)
        await stage.eventually { first.error != nil }
        first.resubmit(url: url, credential: alice)
        await stage.eventually { first.isLoaded }
        #expect(first.credential == alice)
        let layer = FeatureLayer(
            url: url, credential: .webTier(username: "bob", password: Secret("b")), in: stage.environment)
        let second = LegacyLayer(layer)
        #expect(second.credential == LegacyCredential(user: "bob", password: Secret("b"), authType: .http))
        await stage.eventually { second.error != nil }
        try await layer.resubmit(url: url, credential: .password(username: "alice", Secret(Stage.password)))
        #expect(second.credential == alice)
    }

    @Test func `that are dropped end their request and call no delegate`() async throws {
        let ended = Latch()
        let stage = silentStage(ended)
        let ear = Ear()
        var layer: LegacyLayer? = LegacyLayer(url: try HTTPURL(url), delegate: ear, in: stage.environment)
        await stage.transport.waitForRequests(1)
        weak let watched = layer
        layer = nil
        await ended.wait()
        #expect(watched == nil && ear.words.isEmpty)
        _ = layer
    }

    @Test func `of any kind can be told of, and every callback may be left out`() async throws {
        let stage = PretendMaps(layers: []).stage()
        let ear = DeafEar()
        let drawn = MapServiceLayer(
            url: try HTTPURL(url), challenges: .suppress, in: stage.environment)
        let layer = LegacyLayer(drawn, delegate: ear)
        await stage.eventually { layer.error?.code == .tokenRequired }
        layer.delegate = nil
        layer.resubmit(url: try HTTPURL(url), credential: alice)
        await stage.eventually { layer.isLoaded }
        #expect(drawn.loadStatus == .loaded)
    }
}

struct `Older query tasks` {
    private let url = "https://h.test/server/rest/services/Traffic/FeatureServer/0"

    @Test func `tell what came of each query, and ask no handler`() async throws {
        let stage = PretendMaps(layers: []).stage { sent in
            guard sent.path.hasSuffix("/query"), sent.token != nil else { return nil }
            return .json(["features": [["attributes": ["NAME": "Elm"]], ["attributes": ["NAME": "Oak"]]]])
        }
        stage.handle { _ in .cancel }
        let ear = Ear()
        let first = LegacyQueryTask(url: try HTTPURL(url), delegate: ear, in: stage.environment)
        #expect(stage.transport.sent.isEmpty)
        first.execute()
        await stage.eventually { ear.words.count == 1 }
        let second = LegacyQueryTask(
            url: first.url, credential: LegacyCredential(user: "alice", password: Secret(Stage.password)),
            delegate: ear, in: stage.environment)
        second.execute(FeatureQuery(where: "NAME = 'x'"))
        second.execute()
        await stage.eventually { ear.words.count == 3 }
        #expect(ear.words == ["fail tokenRequired", "found 2", "found 2"] && stage.challenges.isEmpty)
        #expect(second.credential != nil && first.credential == nil)
    }

    @Test func `that are dropped end their query and call no delegate`() async throws {
        let ended = Latch()
        let stage = silentStage(ended)
        let ear = Ear()
        var task: LegacyQueryTask? = LegacyQueryTask(url: try HTTPURL(url), delegate: ear, in: stage.environment)
        task?.execute()
        await stage.transport.waitForRequests(1)
        weak let watched = task
        task = nil
        await ended.wait()
        #expect(watched == nil && ear.words.isEmpty)
        _ = task
    }
}

/// A portal that never answers; a request that is given up opens the latch.
private func silentStage(_ ended: Latch) -> Stage {
    PretendMaps(layers: []).stage { _ in
        await Latch().wait()
        if Task.isCancelled { ended.open() }
        return nil
    }
}
