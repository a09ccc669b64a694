import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

private let page = "https://h.test/portal/sharing/rest/oauth2/authorize"
private let token = "https://h.test/portal/sharing/rest/oauth2/token"
private let item = "https://h.test/portal/sharing/rest/content/items/private"

struct `Signing in through a browser` {
    @Test func `redeems the code with the verifier of its page`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        let credential = try await OAuthUserCredential.make(
            try Stage.configuration(), agent: browser, in: stage.environment)
        let opened = try #require(browser.pages.withLock { $0.first })
        #expect(opened.withoutQuery == page)
        let asked = opened.members
        #expect(
            Set(asked.keys) == [
                "client_id", "response_type", "redirect_uri", "state", "code_challenge", "code_challenge_method",
            ])
        #expect(asked["response_type"] == "code" && asked["client_id"] == "app")
        #expect(asked["code_challenge_method"] == "S256" && asked["redirect_uri"] == "https://app.test/auth")
        let sent = try #require(stage.transport.sent.first)
        #expect(stage.transport.lines == ["POST \(token)"] && sent.query.isEmpty)
        #expect(sent.form["grant_type"] == "authorization_code" && sent.form["redirect_uri"] == asked["redirect_uri"])
        let verifier = sent.form["code_verifier"] ?? ""
        #expect((43...128).contains(verifier.utf8.count))
        #expect(Base64URL.encode(Digest.sha256(Array(verifier.utf8))) == asked["code_challenge"])
        #expect(credential.username == "alice" && credential.canRenew)
        #expect(try await credential.tokenInfo().accessToken == Secret("access1"))
        #expect(credential.refreshTokenExpires == Timestamp(milliseconds: 1_700_000_000_000 + 1_209_600_000))
        #expect(stage.environment.credentials.credentials.isEmpty)
    }

    @Test func `makes the challenge of RFC 7636 appendix B`() {
        let proof = ProofKey(verifier: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `uses another verifier and another state each time`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        for _ in 0..<2 {
            _ = try await OAuthUserCredential.make(try Stage.configuration(), agent: browser, in: stage.environment)
        }
        let pages = browser.pages.withLock { $0.map(\.members) }
        #expect(Set(pages.map { $0["state"] }).count == 2 && Set(pages.map { $0["code_challenge"] }).count == 2)
        #expect(Set(stage.transport.sent.map { $0.form["code_verifier"] }).count == 2)
    }

    struct Asked: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let lifetime: OAuthUserConfiguration.RefreshLifetime
        let expiration: String?
    }
    @Test(arguments: [
        Asked(testDescription: "default", lifetime: .portalDefault, expiration: nil),
        Asked(testDescription: "maximum", lifetime: .portalMaximum, expiration: "-1"),
        Asked(testDescription: "minutes", lifetime: .minutes(600), expiration: "600"),
        Asked(testDescription: "no minutes", lifetime: .minutes(0), expiration: "1"),
    ]) func `asks for the lifetime that is wanted`(_ asked: Asked) async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server)
        var configuration = try Stage.configuration(refresh: asked.lifetime)
        configuration.locale = "de"
        _ = try await OAuthUserCredential.make(configuration, agent: browser, in: stage.environment)
        let members = try #require(browser.pages.withLock { $0.first }).members
        #expect(members["expiration"] == asked.expiration && members["locale"] == "de")
    }

    @Test func `redeems with the port that the agent listens at`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server, at: try RedirectURI("http://127.0.0.1:51234/callback"))
        let configuration = try Stage.configuration(redirectURI: "http://127.0.0.1/callback")
        _ = try await OAuthUserCredential.make(configuration, agent: browser, in: stage.environment)
        #expect(stage.transport.sent.map { $0.form["redirect_uri"] } == ["http://127.0.0.1:51234/callback"])
    }

    @Test(arguments: [
        ("https://app.test/auth", "https://app.test.evil/auth"), ("https://app.test/auth", "https://app.test/auth2"),
        ("http://127.0.0.1/callback", "http://127.0.0.1:5/other"),
        ("http://127.0.0.1/callback", "http://localhost:5/callback"),
        ("my-ags-app://auth", "my-ags-app://author"),
    ]) func `accepts no agent that opened the page for another address`(
        _ registered: String, _ used: String
    ) async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser(server, at: try RedirectURI(used))
        let configuration = try Stage.configuration(redirectURI: registered)
        let error = await failure { () throws(PortalError) in
            try await OAuthUserCredential.make(configuration, agent: browser, in: stage.environment)
        }
        #expect(error?.code == .invalidArgument && stage.transport.sent.isEmpty)
    }

    @Test func `takes a code that the user typed`() async throws {
        let (stage, server) = Stage.oauth()
        let browser = PretendBrowser { page, _ in " \(server.code(for: page))\n" }
        let configuration = try OAuthUserConfiguration(
            portal: try PortalURL(Traffic.portal), clientID: "app", redirectURI: .outOfBand)
        let credential = try await OAuthUserCredential.make(configuration, agent: browser, in: stage.environment)
        #expect(credential.username == "alice")
        #expect(stage.transport.sent.map { $0.form["redirect_uri"] } == ["urn:ietf:wg:oauth:2.0:oob"])
    }

    struct Callback: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let code: PortalError.Code
        var word: String?
        let make: @Sendable (_ state: String) -> String
    }
    static let callbacks = [
        Callback(testDescription: "another state", code: .oauthStateMismatch) {
            "?code=c&state=\($0.hasPrefix("x") ? "y" : "x")\($0.dropFirst())"
        },
        Callback(testDescription: "half a state", code: .oauthStateMismatch) { "?code=c&state=\($0.dropLast(5))" },
        Callback(testDescription: "no state", code: .oauthStateMismatch) { _ in "?code=c" },
        Callback(testDescription: "an empty state", code: .oauthStateMismatch) { _ in "?code=c&state=" },
        Callback(testDescription: "two states", code: .oauthStateMismatch) { "?code=c&state=\($0)&state=\($0)" },
        Callback(testDescription: "a refusal of another request", code: .oauthStateMismatch) { _ in
            "?error=access_denied&state=x"
        },
        Callback(testDescription: "the fragment", code: .oauthStateMismatch) { "#code=c&state=\($0)" },
        Callback(testDescription: "denied", code: .authorizationDenied, word: "access_denied") {
            "?error=access_denied&error_description=The%20user%20has%20denied%20your%20request&state=\($0)"
        },
        Callback(testDescription: "another refusal", code: .oauth, word: "invalid_scope") {
            "?error=invalid_scope&error_description=no+such+scope&state=\($0)"
        },
        Callback(testDescription: "no code", code: .oauth) { "?state=\($0)" },
        Callback(testDescription: "an empty code", code: .oauth) { "?code=&state=\($0)" },
        Callback(testDescription: "two codes", code: .oauth) { "?code=a&code=b&state=\($0)" },
        Callback(testDescription: "a longer path", code: .oauthStateMismatch) { "/more?code=c&state=\($0)" },
        Callback(testDescription: "another host", code: .oauthStateMismatch) { "@evil.test/?code=c&state=\($0)" },
    ]

    @Test(arguments: callbacks) func `sends no code of an answer that is not good`(_ callback: Callback) async throws {
        let (stage, _) = Stage.oauth()
        let seen = Locked("")
        let browser = PretendBrowser { page, redirectURI in
            let state = page["state"] ?? ""
            seen.withLock { $0 = state }
            return "\(redirectURI)\(callback.make(state))"
        }
        let configuration = try Stage.configuration()
        let error = try #require(
            await failure { () throws(PortalError) in
                try await OAuthUserCredential.make(configuration, agent: browser, in: stage.environment)
            })
        #expect(error.code == callback.code && error.oauthError == callback.word)
        #expect(stage.transport.sent.isEmpty && !"\(error)".contains(seen.withLock { $0 }))
    }

    @Test func `repeats the refusal of a page without what is secret`() async throws {
        let (stage, _) = Stage.oauth()
        let browser = PretendBrowser { page, redirectURI in
            let state = page["state"] ?? ""
            return "\(redirectURI)?error=no_\(state)&error_description=bad%20\(state)%0A&state=\(state)"
        }
        let configuration = try Stage.configuration()
        let error = try #require(
            await failure { () throws(PortalError) in
                try await OAuthUserCredential.make(configuration, agent: browser, in: stage.environment)
            })
        let state = try #require(browser.pages.withLock { $0.first }?.members["state"])
        #expect(error.code == .oauth && error.serverMessage == "bad ***\n" && error.oauthError == "no_***")
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!"\(error)\(dumped)".contains(state) && !"\(error)".contains("\n"))
    }

    @Test(arguments: [
        (PortalError(.cancelled, detail: "closed"), PortalError.Code.cancelled),
        (PortalError(.authorizationTimedOut, detail: "late"), .authorizationTimedOut),
    ]) func `fails as its agent does`(_ thrown: PortalError, _ code: PortalError.Code) async throws {
        let (stage, _) = Stage.oauth()
        let configuration = try Stage.configuration()
        let error = await failure { () throws(PortalError) in
            try await OAuthUserCredential.make(
                configuration, agent: PretendBrowser { _, _ in throw thrown }, in: stage.environment)
        }
        #expect(error?.code == code && stage.transport.sent.isEmpty)
    }
}
