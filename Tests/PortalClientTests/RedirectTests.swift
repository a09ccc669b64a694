import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalClient
import PortalTransport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Redirects` {
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

@Suite(.timeLimit(.minutes(10))) struct `Plain addresses` {
    private let plain = "http://h.test/portal"

    @Test func `are asked bare where no user signs in`() async throws {
        let stage = Stage()
        stage.portal.can("/portals/self", .redirect(301, "https://h.test/portal/sharing/rest/portals/self?f=json"))
        let portal = Portal(url: try PortalURL(plain), in: stage.environment)
        try await portal.load()
        #expect(
            stage.transport.lines == [
                "GET \(plain)/sharing/rest/portals/self", "GET https://h.test/portal/sharing/rest/portals/self",
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
        _ = try await stage.ask("http://h.test/portal/sharing/rest/search")
        #expect(stage.transport.lines.last == "GET https://h.test/portal/sharing/rest/search")
    }

    @Test(arguments: [
        JSONValue.object(["error": ["code": 403, "subcode": 4, "message": "x"]]),
        ["error": ["code": 403, "message": "SSL required"]],
    ])
    func `are replayed over TLS once where that is required`(_ refusal: JSONValue) async throws {
        let stage = Stage()
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
