import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Redirects` {
    private let root = "https://h.test/portal/sharing/rest"

    private func ask(_ stage: Stage, _ path: String = "/a", method: ArcGISRequest.Method = .get) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(root + path, method: method, [("x", "1")]) }
    }

    @Test func `to another origin drop every token`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        stage.portal.can("/a", .redirect(302, "https://b.test/x?token=tok1&f=json"))
        #expect(await ask(stage) == nil)
        let last = try #require(stage.transport.sent.last)
        #expect(last.url == "https://b.test/x?f=json" && last.headers.isEmpty)
        #expect(stage.transport.sent[1].token == "tok1")
    }

    @Test func `to another port count as another origin`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        stage.portal.can("/a", .redirect(307, "https://h.test:8443/x"))
        #expect(await ask(stage) == nil)
        #expect(stage.transport.sent.last?.headers.isEmpty == true)
    }

    @Test func `within the origin keep the token`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        stage.portal.can("/a", .redirect(302, "../rest/./b#top"))
        #expect(await ask(stage) == nil)
        #expect(stage.transport.lines.last == "GET \(root)/b +tok1")
    }

    @Test(arguments: [
        ("http://h.test/x", PortalError.Code.insecureRedirect), ("https://u:p@h.test/x", .redirectRefused),
        ("file:///etc/passwd", .redirectRefused),
    ])
    func `that would be unsafe are refused`(_ location: String, _ code: PortalError.Code) async throws {
        let stage = Stage()
        stage.portal.can("/a", .redirect(302, location))
        #expect(await ask(stage)?.code == code)
        #expect(stage.transport.sent.count == 1)
    }

    @Test func `end after ten`() async throws {
        let stage = Stage()
        stage.portal.can("/a", .redirect(302, "a"), forEver: true)
        #expect(await ask(stage)?.code == .tooManyRedirects)
        #expect(stage.transport.sent.count == 11)
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func `of a token request are not followed elsewhere`(_ status: Int)
        async throws
    {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        stage.portal.can("/generateToken", .redirect(status, "https://b.test/generateToken"))
        #expect(await ask(stage)?.code == .redirectRefused)
        #expect(stage.transport.sent.count == 1)
    }

    @Test(arguments: [(303, "GET"), (302, "GET"), (301, "GET"), (307, "POST"), (308, "POST")])
    func `of a form within the origin keep or drop its body`(_ status: Int, _ method: String) async throws {
        let stage = Stage()
        stage.portal.can("/a", .redirect(status, "/portal/sharing/rest/b"))
        #expect(await ask(stage, method: .post) == nil)
        let last = try #require(stage.transport.sent.last)
        #expect(last.method == method && last.body.isEmpty == (method == "GET"))
        #expect((last.header("Content-Type") == nil) == (method == "GET"))
    }

    @Test func `of a form with a token are not followed to another origin`() async throws {
        let stage = Stage(policy: { $0.carriers = [.formBody] })
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        stage.portal.can("/a", .redirect(307, "https://b.test/x"))
        #expect(await ask(stage)?.code == .redirectRefused)
        #expect(stage.transport.sent.allSatisfy { !$0.url.contains("b.test") })
    }
}

struct `Plain addresses` {
    private static let item = "0f1e2d3c4b5a69788796a5b4c3d2e1f1"
    private let plain = "http://h.test/portal"

    /// A stage on which nothing speaks TLS on a host, and the code with which that fails.
    private func withoutTLS(
        on host: String = "h.test", _ code: TransportError.Code = .cannotConnect,
        plainly: (@Sendable (ScriptedTransport.Sent) throws(TransportError) -> HTTPResponse?)? = nil
    ) -> Stage {
        let portal = PretendPortal()
        return Stage(
            portal: portal,
            script: { sent throws(TransportError) in
                if sent.url.hasPrefix("https://\(host)") {
                    throw TransportError(code, url: sent.path, detail: "nothing speaks TLS")
                }
                return try plainly?(sent) ?? portal.answer(sent)
            })
    }

    @Test func `are asked over TLS first where no user signs in`() async throws {
        let stage = Stage()
        let portal = Portal(url: try PortalURL(plain), in: stage.environment)
        try await portal.load()
        try await PortalItem(portal: portal, id: Self.item).load()
        #expect(
            stage.transport.lines == [
                "GET https://h.test/portal/sharing/rest/portals/self",
                "GET https://h.test/portal/sharing/rest/content/items/\(Self.item)",
            ])
    }

    @Test func `of layers of their own are asked over TLS first, and that is where they are then`() async throws {
        let stage = Stage()
        stage.portal.can("/MapServer", .json(["mapName": "Traffic"]), forEver: true)
        let layer = MapServiceLayer(
            url: try HTTPURL("http://h.test/server/rest/services/Traffic/MapServer"), in: stage.environment)
        try await layer.load()
        #expect(stage.transport.lines == ["GET \(Traffic.server)"] && layer.url.description == Traffic.server)
    }

    @Test(arguments: [TransportError.Code.cannotConnect, .secureConnectionFailed])
    func `are asked in plain where nothing speaks TLS, which is tried once`(_ code: TransportError.Code) async throws {
        let stage = withoutTLS(code)
        let portal = Portal(url: try PortalURL(plain), in: stage.environment)
        try await portal.load()
        try await PortalItem(portal: portal, id: Self.item).load()
        #expect(
            stage.transport.lines == [
                "GET https://h.test/portal/sharing/rest/portals/self", "GET \(plain)/sharing/rest/portals/self",
                "GET \(plain)/sharing/rest/content/items/\(Self.item)",
            ])
        #expect(stage.time.now() == Stage().time.now())
    }

    @Test func `are not taken for plain ones because their server is down`() async throws {
        let isDown = Locked(true)
        let portal = PretendPortal()
        let stage = Stage(
            policy: { $0.retry.maxTries = 1 }, portal: portal,
            script: { sent throws(TransportError) in
                if isDown.withLock({ $0 }) {
                    throw TransportError(.cannotConnect, url: sent.path, detail: "no server listens")
                }
                return portal.answer(sent)
            })
        let address = "\(plain)/sharing/rest/portals/self"
        let error = await failure { () throws(PortalError) in try await stage.ask(address) }
        #expect(error?.code == .cannotConnect)
        isDown.withLock { $0 = false }
        _ = try await stage.ask(address)
        #expect(stage.transport.sent.map { $0.url.hasPrefix("https:") } == [true, false, true])
    }

    @Test func `get no form that a server over TLS may have carried out`() async throws {
        let stage = withoutTLS(.connectionLost)
        let error = await failure { () throws(PortalError) in
            try await stage.ask("\(plain)/x", method: .post, [("adds", "[1]")])
        }
        #expect(error?.code == .connectionLost)
        #expect(stage.transport.sent.allSatisfy { $0.url.hasPrefix("https:") })
        let other = withoutTLS()
        _ = try await other.ask("\(plain)/x", method: .post, [("adds", "[1]")])
        #expect(other.transport.lines == ["POST https://h.test/portal/x", "POST \(plain)/x"])
    }

    @Test func `get no token where nothing speaks TLS, although they were asked in plain before`() async throws {
        let stage = withoutTLS { sent throws(TransportError) in
            sent.path.hasSuffix("/MapServer") ? .tokenRequired : nil
        }
        let server = "http://h.test/server/rest/services/Traffic/MapServer"
        stage.handle { challenge in
            .credential(
                try PregeneratedTokenCredential(
                    url: challenge.requestURL, tokenInfo: TokenInfo(accessToken: Secret("tok"))))
        }
        let error = await failure { () throws(PortalError) in try await stage.ask(server) }
        #expect(error?.code == .cannotConnect)
        #expect(stage.transport.sent.filter { $0.token != nil }.allSatisfy { $0.url.hasPrefix("https:") })
    }

    @Test func `are not asked in plain because another host that they lead to has no TLS`() async throws {
        let stage = withoutTLS(on: "other.test")
        stage.portal.can("/x", .redirect(302, "https://other.test/x"), forEver: true)
        let error = await failure { () throws(PortalError) in try await stage.ask("\(plain)/x") }
        #expect(error?.code == .cannotConnect)
        #expect(stage.transport.sent.allSatisfy { $0.url.hasPrefix("https:") })
    }

    @Test func `lead to TLS by a redirect where it is not at the usual place`() async throws {
        let elsewhere = "https://h.test:9443/portal/sharing/rest/portals/self"
        let portal = PretendPortal()
        let stage = Stage(script: { sent throws(TransportError) in
            if sent.url.hasPrefix("https://h.test/") {
                throw TransportError(.cannotConnect, url: sent.path, detail: "no server listens")
            }
            return sent.url.hasPrefix("http:") ? .redirect(301, elsewhere) : portal.answer(sent)
        })
        try await Portal(url: try PortalURL(plain), in: stage.environment).load()
        #expect(
            stage.transport.lines == [
                "GET https://h.test/portal/sharing/rest/portals/self", "GET \(plain)/sharing/rest/portals/self",
                "GET \(elsewhere)",
            ])
    }

    @Test func `are asked over TLS first where a user signs in`() async throws {
        let stage = Stage(policy: { $0.securePorts[8080] = 8443 })
        stage.environment.credentials.add(try stage.alice("http://h.test:8080/portal"))
        let portal = Portal(
            url: try PortalURL("http://h.test:8080/portal"), connection: .authenticated, in: stage.environment)
        try await portal.load()
        #expect(stage.transport.sent.allSatisfy { $0.url.hasPrefix("https://") })
        #expect(
            stage.transport.lines == [
                "GET https://h.test:8443/portal/sharing/rest/info", "POST \(Traffic.token)",
                "GET https://h.test:8443/portal/sharing/rest/portals/self +tok1",
            ])
    }

    @Test func `lead to the TLS port by a redirect where it is not known`() async throws {
        let portal = PretendPortal()
        let stage = Stage(script: { sent throws(TransportError) in
            if sent.url.hasPrefix("https://h.test:8080") {
                throw TransportError(.secureConnectionFailed, url: sent.path, detail: "no TLS there")
            }
            if sent.url.hasPrefix("http://") {
                return .redirect(301, sent.url.replacingPrefix("http://h.test:8080", by: "https://h.test:9443"))
            }
            return portal.answer(sent)
        })
        stage.environment.credentials.add(try stage.alice("http://h.test:8080/portal"))
        let loaded = Portal(
            url: try PortalURL("http://h.test:8080/portal"), connection: .authenticated, in: stage.environment)
        try await loaded.load()
        #expect(stage.transport.lines.last == "GET https://h.test:9443/portal/sharing/rest/portals/self +tok1")
        #expect(
            stage.transport.sent.filter { $0.url.hasPrefix("http:") }.allSatisfy {
                $0.headers.isEmpty && $0.body.isEmpty
            })
    }

    @Test func `of a server are taken to TLS by a token`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(try stage.alice(Traffic.server))
        _ = try await stage.ask(Traffic.server)
        _ = try await stage.ask("http://h.test/server/rest/services/Traffic/MapServer")
        #expect(stage.transport.lines.suffix(2) == ["GET \(Traffic.server) +tok1", "GET \(Traffic.server) +tok1"])
    }

    @Test func `are not used again once the portal wants TLS`() async throws {
        let stage = Stage()
        stage.portal.can("/portals/self", .json(["allSSL": true]))
        try await Portal(url: try PortalURL(Traffic.portal), in: stage.environment).load()
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL(plain))
        _ = try await stage.ask("http://h.test/portal/sharing/rest/search")
        #expect(stage.transport.lines.last == "GET https://h.test/portal/sharing/rest/search")
    }

    @Test(arguments: [
        JSONValue.object(["error": ["code": 403, "subcode": 4, "message": "x"]]),
        ["error": ["code": 403, "message": "SSL required"]],
    ])
    func `are replayed over TLS once where that is required`(_ refusal: JSONValue) async throws {
        let stage = Stage()
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL(plain))
        stage.portal.can("/search", .json(refusal), forEver: true)
        let error = await failure { () throws(PortalError) in
            try await stage.ask("http://h.test/portal/sharing/rest/search")
        }
        #expect(error?.code == .secureConnectionRequired)
        #expect(
            stage.transport.lines == [
                "GET http://h.test/portal/sharing/rest/search", "GET https://h.test/portal/sharing/rest/search",
            ])
    }
}

extension String {
    func replacingPrefix(_ prefix: String, by other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
