import HTTPSemantics
import JSONValues
import PortalAuthentication
import PortalTransport
import PretendPortals
import Testing

struct `Redirect targets` {
    private static let base = "https://h.test/portal/sharing/rest/a"

    private func stage(_ status: Int, _ location: String, from path: String = "/a") -> Stage {
        let stage = Stage()
        stage.portal.can(path, .redirect(status, location))
        return stage
    }

    /// RFC 3986 §5.4, as far as http goes.
    @Test(arguments: [
        ("b", "/portal/sharing/rest/b"), ("./b", "/portal/sharing/rest/b"), ("../b", "/portal/sharing/b"),
        ("../../../../b", "/b"), ("/b/../c", "/c"), ("?y=2", "/portal/sharing/rest/a?y=2"),
        ("b#top", "/portal/sharing/rest/b"), ("b?y=2#top", "/portal/sharing/rest/b?y=2"),
        ("#top", "/portal/sharing/rest/a?x=1&f=json"), ("", "/portal/sharing/rest/a?x=1&f=json"),
        ("b;c", "/portal/sharing/rest/b;c"), ("./b:c", "/portal/sharing/rest/b:c"),
        ("b c", "/portal/sharing/rest/b%20c"),
        ("//h.test/b", "/b"), ("HTTPS://H.TEST:443/b", "/b"), ("%2e%2e/b", "/portal/sharing/b"),
    ]) func `are resolved against the request`(_ location: String, _ expected: String) async throws {
        let stage = stage(302, location)
        _ = try await stage.ask(Self.base, [("x", "1")])
        #expect(stage.transport.sent.last?.url == "https://h.test\(expected)")
        #expect(stage.transport.sent.count == 2)
    }

    @Test(arguments: [
        "https://u:p@h.test/b", "https://u@h.test/b", "//u:p@b.test/", "file:///etc/passwd", "ftp://h.test/",
        "javascript:alert(1)", "data:text/html,x", "mailto:a@h.test", "https:b", "https://", "///b",
        "https://h.test:0/",
        "https://h.test:99999/", "https://h.test:x/", "b\u{0}c", "b\tc", "b\u{1B}[2Jc", "b\u{7F}",
        "/" + String(repeating: "x", count: 9000),
    ]) func `that are no plain addresses are refused, and their text is not told`(_ location: String) async throws {
        let stage = stage(302, location)
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .redirectRefused && stage.transport.sent.count == 1)
        #expect(error?.description.contains(":p@") == false)
    }

    @Test func `on another origin get nothing of a token that the server copied`() async throws {
        for copy in ["token=tok1", "TOKEN=tok1", "%74oken=x", "t=tok1", "t=%74ok1", "a=1&access=atok1b"] {
            let stage = stage(302, "https://b.test/x?keep=1&\(copy)")
            stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
            _ = try await stage.ask(Self.base)
            let last = try #require(stage.transport.sent.last)
            #expect(last.query.hasPrefix("keep=1") && !last.url.contains("ok1") && last.headers.isEmpty, "\(copy)")
        }
        let stage = stage(302, "https://b.test/tok1/x")
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .redirectRefused && error?.description.contains("tok1") == false)
    }

    /// Addresses are told in events and errors, wherever they lead.
    @Test(arguments: [
        "/portal/sharing/rest/tok1/b", "t%6Fk1", "https://h.test/tok1", "https://tok1.b.test/x", "https://TOK1.b.test/",
        "http://tok1.b.test/x",
    ]) func `that show the token are followed nowhere`(_ location: String) async throws {
        let stage = stage(302, location)
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .redirectRefused && stage.transport.sent.count == 2)
        #expect(error?.description.lowercased().contains("tok1") == false)
        let told = stage.recorded.map { "\($0)" }.filter { $0.lowercased().contains("tok1") }
        #expect(told.isEmpty)
    }

    /// Rule R19: a form is read by whom it was sent to, token or none.
    @Test(arguments: [307, 308]) func `on another origin get no form of the app's`(_ status: Int) async throws {
        for target in ["https://b.test/b", "https://h.test:8443/b"] {
            let stage = stage(status, target)
            stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
            let error = await failure { () throws(PortalError) in
                try await stage.ask(Self.base, method: .post, [("adds", "[1]")])
            }
            #expect(error?.code == .redirectRefused && stage.transport.sent.count == 2, "\(target)")
        }
    }

    /// RFC 5891 §4; the letters of a path are percent-encoded (RFC 3987 §3.1).
    @Test(arguments: [
        ("https://münchen.test/straße", "https://xn--mnchen-3ya.test/stra%C3%9Fe"),
        ("//münchen.test/b", "https://xn--mnchen-3ya.test/b"),
        ("HTTPS://MÜNCHEN.test/", "https://xn--mnchen-3ya.test/"),
        ("b?u=https://münchen.test/", "https://h.test/portal/sharing/rest/b?u=https://m%C3%BCnchen.test/"),
    ]) func `may have hosts with letters of any language`(_ location: String, _ expected: String) async throws {
        let stage = stage(302, location)
        _ = try await stage.ask(Self.base)
        #expect(stage.transport.sent.last?.url == expected)
    }

    @Test func `in another portal or server of the same origin get no token`() async throws {
        for target in ["/other/sharing/rest/b", "/server/rest/services/b", "/elsewhere"] {
            let stage = stage(302, "\(target)?token=tok1")
            stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
            _ = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
            #expect(stage.transport.sent.count == 3, "\(target)")
            let last = try #require(stage.transport.sent.last)
            #expect(last.token == nil && last.query.isEmpty && last.header("Referer") == nil, "\(target)")
        }
    }

    @Test func `that the token was shared with get it`() async throws {
        let stage = stage(302, "/server/rest/services/b")
        let alice = try stage.alice(tokenURL: Traffic.token)
        stage.environment.credentials.add(alice)
        try stage.environment.credentials.add(alice, for: try HTTPURL("https://h.test/server"))
        _ = try await stage.ask(Self.base)
        #expect(stage.transport.sent.last?.token == "tok1")
    }

    @Test func `that belong to another credential get neither token`() async throws {
        let stage = stage(302, "/portal/sharing/rest/mine/b")
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let other = try PregeneratedTokenCredential(
            url: try HTTPURL("https://h.test/portal"), tokenInfo: TokenInfo(accessToken: Secret("other")))
        try stage.environment.credentials.add(other, for: try HTTPURL("https://h.test/portal/sharing/rest/mine"))
        _ = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(stage.transport.sent.last?.token == nil)
    }

    @Test(arguments: [307, 308]) func `in another server get no form with a token`(_ status: Int) async throws {
        let stage = Stage(policy: { $0.carriers = [.formBody] })
        stage.portal.can("/a", .redirect(status, "/server/rest/services/b"))
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .redirectRefused && stage.transport.lines.last == "POST \(Self.base)")
    }

    @Test(arguments: [307, 308]) func `elsewhere get no form with a token of the app's own`(_ status: Int) async throws
    {
        let stage = stage(status, "https://b.test/b")
        let error = await failure { () throws(PortalError) in
            try await stage.ask(Self.base, method: .post, [("Token", "mine")])
        }
        #expect(error?.code == .redirectRefused && stage.transport.sent.count == 1)
    }

    @Test func `of a query token that is not in them are asked without it`() async throws {
        let stage = Stage(policy: { $0.carriers = [.query] })
        stage.portal.can("/private", .redirect(302, "../items/private2"))
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        let error = await failure { () throws(PortalError) in
            try await stage.ask("https://h.test/portal/sharing/rest/content/items/private")
        }
        #expect(error?.code == .authenticationRequired || error?.code == .accessDenied)
        #expect(stage.transport.sent.last?.url.contains("token") == false)
        #expect(stage.transport.sent.count == 3)
    }

    /// Catalogue Z10.
    @Test func `that are login pages are named so`() async throws {
        let stage = stage(302, "/portal/home/signin.html")
        stage.portal.can("/signin.html", .text("<html><form><INPUT name=p type='password'></form></html>"))
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .unexpectedContent && error?.description.contains("login page") == true)
        #expect(error?.url == "https://h.test/portal/home/signin.html")
    }

    /// Catalogue Z12.
    @Test func `get no cookie, whichever host set one`() async throws {
        let stage = Stage()
        for target in ["/portal/sharing/rest/b", "https://b.test/b"] {
            var response = HTTPResponse.redirect(302, target)
            response.headers.append(HeaderField("Set-Cookie", "agwtoken=tok1; Domain=test; Path=/"))
            stage.portal.can("/a", response)
            _ = try await stage.ask(Self.base)
        }
        #expect(stage.transport.sent.count == 4 && stage.transport.sent.allSatisfy { $0.header("Cookie") == nil })
    }

    /// Catalogue Z04; a user of the web tier is a sign-in too.
    @Test func `of a token request without a password are refused too`() async throws {
        let stage = stage(307, "https://b.test/generateToken", from: "/generateToken")
        stage.environment.credentials.add(
            TokenCredential(
                forWebTierUserOf: try HTTPURL("https://h.test/portal"), tokenURL: try HTTPURL(Traffic.token),
                in: stage.environment))
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .redirectRefused && stage.transport.sent.count == 1)
    }

    @Test func `get no password of the place that they come from`() async throws {
        let tier = PretendWebTier(PretendWebTier.basic)
        let portal = PretendPortal()
        portal.can("/a", .redirect(302, "https://b.test/b"))
        let stage = Stage(script: { sent throws(TransportError) in tier.answer(sent) { portal.answer(sent) } })
        let asked = AskedOrigins()
        stage.answer { challenge in
            asked.note(challenge.space.origin)
            return challenge.space.origin.host == "h.test"
                ? .credential(.password(username: "alice", Secret("right"))) : .withoutCredential
        }
        let error = await failure { () throws(PortalError) in try await stage.ask(Self.base) }
        #expect(error?.code == .httpAuthentication && asked.hosts == ["h.test", "b.test"])
        #expect(stage.transport.sent.filter { $0.url.contains("b.test") }.allSatisfy { $0.headers.isEmpty })
    }
}
