import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `API keys` {
    private static let hosts = ["h.test"]
    private static let item = "https://h.test/portal/sharing/rest/content/items/private"

    private func stage(hosts: [String] = Self.hosts, countsAsSignIn: Bool = false) -> Stage {
        let stage = Stage(policy: {
            $0.apiKeyHosts = hosts
            $0.apiKeyCountsAsSignIn = countsAsSignIn
        })
        stage.portal.change { $0.live = ["global", "own"] }
        return stage
    }

    @Test func `of the environment sign requests without asking anybody`() async throws {
        let stage = stage()
        stage.handle { _ in .cancel }
        stage.environment.apiKey = Secret("global")
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines == ["GET \(Traffic.server) +global"] && stage.challenges.isEmpty)
        stage.environment.apiKey = nil
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .cancelled && stage.transport.sent.last?.token == nil)
    }

    @Test func `of a request come before the environment's`() async throws {
        let stage = stage()
        stage.environment.apiKey = Secret("global")
        _ = try await stage.environment.request(ArcGISRequest(try HTTPURL(Traffic.server), apiKey: Secret("own")))
        #expect(stage.transport.lines == ["GET \(Traffic.server) +own"])
    }

    @Test func `of a portal sign what belongs to it`() async throws {
        let stage = stage(hosts: [])
        let portal = Portal(url: try PortalURL(Traffic.portal), apiKey: Secret("own"), in: stage.environment)
        let item = PortalItem(portal: portal, id: Traffic.privateItem)
        try await item.load()
        _ = try await item.data()
        _ = try await portal.findItems(PortalQuery("x"))
        try await PortalItem(portal: portal, id: Traffic.privateItem, apiKey: Secret("global")).load()
        #expect(stage.transport.sent.map(\.token) == ["own", "own", "own", "global"])
    }

    @Test func `give way to what the store holds`() async throws {
        let stage = stage()
        stage.environment.apiKey = Secret("global")
        stage.environment.credentials.add(try stage.alice(Traffic.server, tokenURL: Traffic.token))
        _ = try await stage.environment.request(ArcGISRequest(try HTTPURL(Traffic.server), apiKey: Secret("own")))
        #expect(stage.transport.lines.last == "GET \(Traffic.server) +tok1")
    }

    @Test(arguments: [false, true]) func `are no user unless the policy says so`(_ countsAsSignIn: Bool) async throws {
        let stage = stage(countsAsSignIn: countsAsSignIn)
        stage.environment.apiKey = Secret("global")
        stage.handle { _ in .withoutCredential }
        let portal = Portal(
            url: try PortalURL(Traffic.portal), connection: .authenticated, in: stage.environment)
        let error = await failure { () throws(PortalError) in try await portal.load() }
        #expect(stage.challenges == (countsAsSignIn ? [] : ["oAuthOrToken,0"]))
        #expect(error?.code == (countsAsSignIn ? nil : .authenticationRequired))
        #expect(stage.transport.sent.map(\.token) == (countsAsSignIn ? ["global"] : []))
    }

    @Test(arguments: [false, true]) func `that do not open an item let the user sign in`(_ countsAsSignIn: Bool)
        async throws
    {
        let stage = stage(countsAsSignIn: countsAsSignIn)
        stage.environment.apiKey = Secret("global")
        stage.portal.can("/private", .denied)
        let environment = stage.environment
        stage.handle { challenge in
            .credential(
                try await TokenCredential.make(
                    for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        let error = await failure { () throws(PortalError) in
            try await environment.request(ArcGISRequest(try HTTPURL(Self.item)))
        }
        #expect(error?.code == (countsAsSignIn ? .accessDenied : nil))
        #expect(stage.challenges == (countsAsSignIn ? [] : ["token,0"]))
    }

    @Test func `that are refused are not renewed and fail where no handler is asked`() async throws {
        let stage = stage()
        stage.environment.apiKey = Secret("dead")
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .tokenInvalid && stage.transport.lines == ["GET \(Traffic.server) +dead"])
    }

    @Test func `that are refused bring about one challenge where a handler is`() async throws {
        let stage = stage()
        stage.environment.apiKey = Secret("dead")
        stage.handle { challenge in
            .credential(
                try await TokenCredential.make(
                    for: challenge, username: "alice", password: Secret(Stage.password)))
        }
        _ = try await stage.ask(Traffic.server)
        _ = try await stage.ask(Traffic.server)
        #expect(stage.challenges == ["token,0"])
        #expect(stage.transport.sent.compactMap(\.token) == ["dead", "tok1", "tok1"])
    }

    @Test(arguments: [
        ("https://h.test/server/rest/services/A/MapServer", ["*.h.test"], false),
        ("https://a.h.test/server/rest/services/A/MapServer", ["*.h.test"], true),
        ("https://h.test.evil/server/rest/services/A/MapServer", ["h.test", "*.h.test"], false),
        ("https://x.test/server/rest/services/A/MapServer", ["*"], true),
        ("https://h.test/server/rest/services/A/MapServer", ["https://h.test", "h.test/"], false),
    ]) func `of the environment go to the hosts that are named`(
        _ url: String, _ hosts: [String], _ isSent: Bool
    ) async throws {
        let stage = stage(hosts: hosts)
        stage.environment.apiKey = Secret("global")
        _ = await failure { () throws(PortalError) in try await stage.ask(url) }
        #expect(stage.transport.sent.map(\.token) == [isSent ? "global" : nil])
    }

    @Test func `go to ArcGIS' own hosts by default`() {
        #expect(ClientPolicy().apiKeyHosts == ["*.arcgis.com"])
    }

    @Test(arguments: ["https://other.test/x", "https://h.test/elsewhere"])
    func `do not follow a redirect to another place`(
        _ target: String
    ) async throws {
        let stage = stage(hosts: ["*"])
        stage.environment.apiKey = Secret("global")
        stage.portal.can("/MapServer", .redirect(302, target))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.lines == ["GET \(Traffic.server) +global", "GET \(target)"])
    }

    @Test func `travel over TLS only, in no address and in no words`() async throws {
        let stage = stage()
        stage.environment.apiKey = Secret("global")
        _ = try await stage.ask("http://h.test/server/rest/services/Traffic/MapServer")
        #expect(stage.transport.lines == ["GET \(Traffic.server) +global"])
        stage.environment.apiKey = Secret("k\u{65}y\r\nX: y")
        let broken = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(broken?.code == .invalidArgument && stage.transport.sent.count == 1)
        stage.environment.apiKey = Secret("dead-s3cr3t")
        stage.portal.change { $0.refusal = ["error": ["code": 498, "message": "no dead-s3cr3t"]] }
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.serverMessage == "no ***")
        var dumped = ""
        dump(stage.environment, to: &dumped)
        dump(ArcGISRequest(try HTTPURL(Traffic.server), apiKey: Secret("dead-s3cr3t")), to: &dumped)
        #expect(!dumped.contains("s3cr3t"))
    }

    @Test func `that are empty are none`() async throws {
        let stage = stage()
        stage.environment.apiKey = Secret("")
        let error = await failure { () throws(PortalError) in try await stage.ask(Traffic.server) }
        #expect(error?.code == .tokenRequired && stage.transport.sent.map(\.token) == [nil])
    }
}
