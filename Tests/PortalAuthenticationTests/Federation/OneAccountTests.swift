import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `A password for a federated server` {
    private static let item = "https://h.test/portal/sharing/rest/content/items/private"
    private static let another = "https://h.test:6443/server/rest/services/Other/MapServer"

    /// Has alice answer every question; gives the hosts that are shown to her.
    private func aliceAnswers(_ stage: Stage) -> Locked<[String?]> {
        let hosts = Locked<[String?]>([])
        stage.handle { challenge in
            hosts.withLock { $0.append(challenge.authenticatingHost) }
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        return hosts
    }

    @Test func `signs in to the portal that owns it`() async throws {
        let federated = FederatedStage()
        _ = aliceAnswers(federated.stage)
        try await federated.ask()
        try await federated.ask(Self.item)
        try await federated.ask(Self.another)
        #expect(
            federated.steps == [
                "service", "server info", "info", "generate", "exchange tok1", "service +server1",
                "/portal/sharing/rest/content/items/private +tok1".replacingHost, "server info", "exchange tok1",
                "service +server2",
            ])
        #expect(federated.stage.challenges == ["token,0"])
        #expect(federated.places(of: "tok1").allSatisfy { $0.hasPrefix(Traffic.portal) })
        let kept = federated.stage.environment.credentials.credentials
        #expect(kept.map(\.serverContext.description) == [Traffic.portal])
    }

    @Test func `serves a portal named by http`() async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.owner = "http://h.test/portal" }
        _ = aliceAnswers(federated.stage)
        try await federated.ask()
        try await federated.ask(Self.item)
        #expect(federated.stage.challenges == ["token,0"])
        #expect(federated.stage.transport.sent.allSatisfy { $0.url.hasPrefix("https:") })
    }

    @Test func `is shown with the host that gets it, once that is known`() async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.owner = "https://owner.test/portal" }
        let hosts = Locked<[String?]>([])
        let answers = Locked(["wrong", Stage.password])
        federated.stage.handle { challenge in
            hosts.withLock { $0.append(challenge.authenticatingHost) }
            let password = answers.withLock { $0.removeFirst() }
            return .credential(
                try await TokenCredential.make(for: challenge, username: "alice", password: Secret(password)))
        }
        federated.federation.change { $0.tokenService = "https://owner.test/portal/sharing/rest/generateToken" }
        try await federated.ask()
        #expect(hosts.withLock { $0 } == ["h.test", "owner.test"])
        #expect(federated.places(of: "username=alice").allSatisfy { $0.contains("owner.test") })
    }

    @Test func `is the server's own where the app says where it goes`() async throws {
        let federated = FederatedStage()
        let made = try await TokenCredential.make(
            for: try HTTPURL(Traffic.server), username: "alice", password: Secret(Stage.password),
            tokenURL: try HTTPURL(Traffic.token), in: federated.stage.environment)
        #expect(made.serverContext.description == "https://h.test/server" && federated.steps == ["generate"])
    }

    @Test func `is the server's own where that belongs to no portal`() async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.owner = nil }
        let made = try await TokenCredential.make(
            for: try HTTPURL(Traffic.server), username: "alice", password: Secret(Stage.password),
            in: federated.stage.environment)
        #expect(made.serverContext.description == "https://h.test/server")
        #expect(federated.steps == ["server info", "generate"])
    }

    @Test(arguments: [("", "x"), ("alice", "")]) func `that is empty asks no server whose it is`(
        _ username: String, _ password: String
    ) async throws {
        let federated = FederatedStage()
        let error = await failure { () throws(PortalError) in
            try await TokenCredential.make(
                for: try HTTPURL(Traffic.server), username: username, password: Secret(password),
                in: federated.stage.environment)
        }
        #expect(error?.code == .emptyCredentials && federated.steps.isEmpty)
    }

    @Test func `takes the place of what was refused there`() async throws {
        let federated = FederatedStage()
        let store = federated.stage.environment.credentials
        store.add(
            try PregeneratedTokenCredential(
                url: try HTTPURL(Traffic.server), tokenInfo: TokenInfo(accessToken: Secret("dead"))))
        _ = aliceAnswers(federated.stage)
        try await federated.ask()
        try await federated.ask()
        #expect(federated.stage.challenges == ["token,0"] && federated.steps.last == "service +server1")
        #expect(store.credentials.map(\.serverContext.description) == [Traffic.portal])
    }

    @Test func `leaves alone what the store holds for a part of the server`() async throws {
        let federated = FederatedStage()
        let store = federated.stage.environment.credentials
        let part = try PregeneratedTokenCredential(
            url: try HTTPURL(Traffic.server), tokenInfo: TokenInfo(accessToken: Secret("part")))
        try store.add(part, for: try HTTPURL("https://h.test/server/rest/services/Part"))
        _ = aliceAnswers(federated.stage)
        try await federated.ask()
        #expect(store.credentials.contains { $0 === part })
    }
}

extension String {
    /// A path as the steps of a stage have it.
    fileprivate var replacingHost: String { "https://h.test" + self }
}
