import HTTPSemantics
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `A server that is federated with a portal` {
    @Test func `gets one token, which was exchanged for the portal's`() async throws {
        let federated = FederatedStage()
        try await federated.signIn(federatedLifetime: .seconds(601))
        try await federated.ask()
        try await federated.ask("https://H.TEST/server/rest/services/Other/FeatureServer/0")
        #expect(
            federated.steps == [
                "server info", "info", "exchange access1", "service +server1", "service +server1",
            ])
        let exchange = try #require(federated.stage.transport.sent.first { $0.form["token"] != nil })
        #expect(exchange.method == "POST" && exchange.path == Traffic.token && exchange.token == nil)
        #expect(
            exchange.form == [
                "token": "access1", "serverUrl": "https://h.test/server", "client": "referer", "referer": Stage.referer,
                "expiration": "11", "f": "json",
            ])
        #expect(exchange.header("Referer") == Stage.referer)
        #expect(federated.places(of: "access1") == [Traffic.token])
        #expect(federated.stage.environment.credentials.credentials.count == 1)
    }

    struct Owner: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let named: String?
        let isPortal: Bool
    }
    static let owners = [
        Owner(testDescription: "the portal", named: "https://h.test/portal", isPortal: true),
        Owner(testDescription: "the portal in capitals, over http", named: "http://H.TEST:80/portal/", isPortal: true),
        Owner(testDescription: "the portal's REST root", named: "https://h.test/portal/sharing/rest", isPortal: true),
        Owner(testDescription: "no portal", named: nil, isPortal: false),
        Owner(testDescription: "a host that begins alike", named: "https://h.test.evil.test/portal", isPortal: false),
        Owner(testDescription: "a host that a pattern takes for it", named: "https://hxtest/portal", isPortal: false),
        Owner(testDescription: "a user name alike", named: "https://h.test@evil.test/portal", isPortal: false),
        Owner(
            testDescription: "a query alike", named: "https://evil.test/?u=https://h.test/portal", isPortal: false),
        Owner(testDescription: "a path that begins alike", named: "https://h.test/portal2", isPortal: false),
        Owner(testDescription: "a path in capitals", named: "https://h.test/PORTAL", isPortal: false),
        Owner(testDescription: "the host's root", named: "https://h.test/", isPortal: false),
        Owner(testDescription: "another port", named: "https://h.test:7443/portal", isPortal: false),
    ]

    @Test(arguments: owners) func `belongs to whom it names`(_ owner: Owner) async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.owner = owner.named }
        try await federated.signIn()
        let error = await failure { () throws(PortalError) in try await federated.ask() }
        if owner.isPortal {
            #expect(error == nil && federated.steps.last == "service +server1")
        } else {
            #expect(error?.code == .tokenRequired && federated.steps == ["server info", "service"])
            #expect(federated.places(of: "access1").isEmpty)
        }
    }

    @Test func `that only claims so gets nothing, and may be asked again`() async throws {
        let federated = FederatedStage()
        try await federated.signIn()
        let stranger = "https://h.test.evil.test/server/rest/services/Traffic/MapServer"
        for _ in 0..<2 {
            let error = await failure { () throws(PortalError) in try await federated.ask(stranger) }
            #expect(error?.code == .serverTokenRefused && error.map { "\($0)".contains("access1") } == false)
        }
        #expect(federated.steps == ["server info", "info", "exchange access1", "exchange access1"])
        #expect(federated.places(of: "access1") == [Traffic.token])
        federated.federation.change { $0.servers = ["https://h.test.evil.test/server"] }
        try await federated.ask(stranger)
        #expect(federated.steps.last == "service +server1")
    }

    @Test func `gets none by way of a token service on another host`() async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.tokenService = "https://evil.test/generateToken" }
        try await federated.signIn()
        let error = await failure { () throws(PortalError) in try await federated.ask() }
        #expect(error?.code == .tokenServiceNotConsented && federated.steps == ["server info", "info"])
        federated.federation.change { $0.tokenService = "http://h.test/portal/sharing/rest/generateToken" }
        await federated.stage.environment.authentication.clearCredentialStores()
        try await federated.signIn()
        let second = await failure { () throws(PortalError) in try await federated.ask() }
        #expect(second?.code == .tokenServiceInsecure && federated.places(of: "access2").isEmpty)
    }

    @Test func `that belongs to no portal is asked for its owner once a day`() async throws {
        let federated = FederatedStage()
        federated.federation.change {
            $0.owner = nil
            $0.isPublic = true
        }
        try await federated.signIn()
        try await federated.ask()
        federated.stage.time.advance(by: .seconds(86_399))
        try await federated.ask()
        #expect(federated.steps == ["server info", "service", "service"])
        federated.stage.time.advance(by: .seconds(1))
        try await federated.ask()
        #expect(federated.steps.suffix(2) == ["server info", "service"])
    }

    @Test func `is not asked for its owner while no user is signed in`() async throws {
        let federated = FederatedStage()
        federated.federation.change { $0.isPublic = true }
        try await federated.ask()
        #expect(federated.steps == ["service"])
    }

    struct Kind: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable (FederatedStage) throws -> any ArcGISCredential
        let steps: [String]
    }
    static let kinds = [
        Kind(
            testDescription: "an application",
            make: { federated in
                OAuthApplicationCredential(
                    portal: try PortalURL(Traffic.portal), clientID: "app", clientSecret: Secret("s3cr3t-client"),
                    in: federated.stage.environment)
            },
            steps: ["server info", "info", "client_credentials", "exchange access1", "service +server1"]),
        Kind(
            testDescription: "a user name and a password", make: { try $0.stage.alice() },
            steps: ["server info", "info", "generate", "exchange tok1", "service +server1"]),
        Kind(
            testDescription: "a user name, a password and where they go",
            make: { try $0.stage.alice(tokenURL: Traffic.token) },
            steps: ["server info", "generate", "exchange tok1", "service +server1"]),
        Kind(
            testDescription: "a user of the server itself", make: { try $0.stage.alice(Traffic.server) },
            steps: ["server info", "generate", "service +tok1", "generate", "service +tok2"]),
        Kind(
            testDescription: "a token that another client acquired",
            make: { federated in
                federated.stage.portal.change { $0.live = ["given"] }
                return try PregeneratedTokenCredential(
                    url: try HTTPURL(Traffic.portal), tokenInfo: TokenInfo(accessToken: Secret("given")))
            }, steps: ["service"]),
    ]

    @Test(arguments: kinds) func `takes by way of its portal`(_ kind: Kind) async throws {
        let federated = FederatedStage()
        federated.stage.environment.credentials.add(try kind.make(federated))
        _ = await failure { () throws(PortalError) in try await federated.ask() }
        #expect(federated.steps == kind.steps)
    }

    @Test func `is asked over TLS once it gets a token`() async throws {
        let federated = FederatedStage()
        try await federated.signIn()
        try await federated.ask("http://h.test:6080/server/rest/services/Traffic/MapServer")
        #expect(federated.stage.transport.sent.allSatisfy { $0.url.hasPrefix("https://") })
        #expect(
            federated.stage.transport.sent.last?.path == "https://h.test:6443/server/rest/services/Traffic/MapServer")
    }
}
