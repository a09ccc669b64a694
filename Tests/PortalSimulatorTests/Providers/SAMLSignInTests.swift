import HTTPSemantics
import JSONValues
import Platform
import PortalJudge
import TLSIdentity
import Testing

@testable import PortalSimulator

/// Members who sign in at a provider by SAML.
@Suite struct `Signing in by SAML` {
    @Test(arguments: ["redirect", "post"])
    func `leads from the app over both hosts back to the app, with a code for the member`(binding: String) throws {
        let probe = try ProviderProbe(provider: ["binding": .string(binding)])
        let view = probe.signIn()
        let code = try #require(
            OAuthProbe.parameter("code", of: view.address), "\(view.address) \(probe.refusals) \(view.page)")
        #expect(view.address.hasPrefix(OAuthProbe.redirect))
        #expect(OAuthProbe.parameter("state", of: view.address) == "S 1")
        #expect(
            probe.visits == [
                "GET https://localhost:8443/portal/sharing/rest/oauth2/authorize",
                "GET https://localhost:8443/portal/sharing/rest/oauth2/saml/authorize",
                "\(binding == "post" ? "POST" : "GET") https://127.0.0.2:9443/saml/sso",
                "POST https://127.0.0.2:9443/signin",
                "POST https://localhost:8443/portal/sharing/rest/oauth2/saml/signin",
            ])
        let token = probe.oauth.redeem(code).accessToken
        #expect(probe.oauth.user(of: token) == "alice")
    }

    @Test func `is known to the portal and to the provider the next time`() throws {
        let probe = try ProviderProbe()
        _ = probe.signIn()
        let again = probe.begin()
        #expect(OAuthProbe.parameter("code", of: again.address) != nil)
        probe.cookies["https://localhost:8443"] = nil
        let bySession = probe.choose(probe.begin())
        #expect(OAuthProbe.parameter("code", of: bySession.address) != nil, "the provider knows the browser")
        probe.cookies["https://localhost:8443"] = nil
        probe.time += 9 * 3600_000
        #expect(probe.choose(probe.begin()).page.contains("name=\"password\""), "its session has ended")
    }

    @Test(arguments: [
        ("otherAudience", "the assertion is for another audience than localhost.portal", "another portal"),
        ("otherRecipient", "the assertion is for another recipient than", "another portal"),
        ("otherIssuer", "the assertion is another issuer's", "another provider"),
        ("otherRequest", "the response answers another request", "does not answer"),
        ("expired", "the assertion ended at 2023-11-14T22:08:20.000Z", "has expired"),
        ("notYetValid", "the assertion begins at 2023-11-14T22:18:20.000Z", "not valid yet"),
        ("unsigned", "the assertion is not signed", "signature"),
        ("otherKey", "its signature is not of the provider's key", "signature"),
        ("altered", "it was changed after it was signed", "signature"),
        ("wrapped", "the response holds 2 assertions", "not one that this portal takes"),
        ("refused", "the provider answers urn:oasis:names:tc:SAML:2.0:status:RequestDenied", "did not sign you in"),
        ("unknownUser", "the provider has signed in a user who is no member", "not a member"),
    ])
    func `is refused with its own page and words`(answer: String, reason: String, message: String) throws {
        let probe = try ProviderProbe(provider: ["answer": .string(answer)])
        let view = probe.signIn()
        #expect(view.outcome?.code == 403)
        #expect(view.page.contains(message), "\(view.page)")
        #expect(probe.refusals.count == 1)
        #expect(probe.refusals.first?.hasPrefix("saml: \(reason)") == true, "\(probe.refusals)")
        #expect(probe.site.state.withLock { $0.oauth.codes.isEmpty })
    }

    /// The response of a sign-in, before it is sent to the portal.
    private func response(_ probe: ProviderProbe) -> [(String, String)] {
        let page = probe.choose(probe.begin())
        let fields =
            ProviderProbe.fields(page.page) + [
                ("username", "alice"), ("password", probe.password(of: "alice")),
            ]
        return ProviderProbe.fields(probe.send(ProviderProbe.origin + "/signin", form: fields).text)
    }

    private static let consumer = "https://localhost:8443/portal/sharing/rest/oauth2/saml/signin"

    @Test func `takes a response once, in time and for its own request`() throws {
        let probe = try ProviderProbe()
        let first = response(probe)
        #expect(probe.open(Self.consumer, form: first).address.hasPrefix(OAuthProbe.redirect))
        let again = probe.open(Self.consumer, form: first)
        #expect(again.page.contains("This sign-in is over"))
        probe.cookies = [:]
        let second = response(probe)
        let mixed = [first[0], second[1]]
        #expect(probe.open(Self.consumer, form: mixed).page.contains("does not answer this sign-in"))
        probe.time += SAMLResponseWriter.lifetime
        #expect(probe.open(Self.consumer, form: second).page.contains("has expired"))
        #expect(probe.refusals.count == 3)
    }

    /// Why each shape is refused.
    private static let refusals = [
        "<samlp:Extensions>SIGNED</samlp:Extensions>FORGED": "an element that the profile does not have",
        "FORGED<samlp:Extensions>SIGNED</samlp:Extensions>": "an element that the profile does not have",
        "FORGED-AROUND": "the assertion is not signed", "FORGED-WITH-OBJECT": "its signature is about another element",
        "SAME-ID": "its ID stands more than once in the message",
    ]

    /// Where attackers have put the signed assertion and a forged one (USENIX Security 2012, figure 5).
    @Test(arguments: [
        "<samlp:Extensions>SIGNED</samlp:Extensions>FORGED", "FORGED<samlp:Extensions>SIGNED</samlp:Extensions>",
        "FORGED-AROUND", "FORGED-WITH-OBJECT", "SAME-ID",
    ])
    func `takes no assertion but the one whose signature it verified`(shape: String) throws {
        let probe = try ProviderProbe()
        let sent = response(probe)
        let field = try #require(sent.first, "\(probe.refusals)")
        let text = String(decoding: try #require(Base64.decode(field.1)), as: UTF8.self)
        let start = try #require(text.firstRange(of: "<saml:Assertion")).lowerBound
        let end = try #require(text.firstRange(of: "</saml:Assertion>")).upperBound
        let signed = String(text[start..<end])
        let signatureStart = try #require(signed.firstRange(of: "<ds:Signature ")).lowerBound
        let signatureEnd = try #require(signed.firstRange(of: "</ds:Signature>")).upperBound
        let signature = String(signed[signatureStart..<signatureEnd])
        let plain = signed.replacing(signature, with: "")
        let id = try #require(signed.firstRange(of: "ID=\"")).upperBound
        let name = String(signed[id...].prefix { $0 != "\"" })
        let evil = plain.replacing("alice@", with: "dana@")
        let forged = evil.replacing(name, with: "_evil")
        let content: String
        switch shape {
        case "FORGED-AROUND":
            content = forged.replacing("</saml:Assertion>", with: "\(signed)</saml:Assertion>")
        case "FORGED-WITH-OBJECT":
            content = forged.replacing(
                "</saml:Issuer>",
                with: "</saml:Issuer>"
                    + signature.replacing("</ds:Signature>", with: "<ds:Object>\(plain)</ds:Object></ds:Signature>"))
        case "SAME-ID":
            content = evil.replacing(
                "</saml:Issuer>",
                with: "</saml:Issuer>"
                    + signature.replacing("</ds:Signature>", with: "<ds:Object>\(plain)</ds:Object></ds:Signature>"))
        default: content = shape.replacing("SIGNED", with: signed).replacing("FORGED", with: forged)
        }
        let wrapped = text[..<start] + content + text[end...]
        let view = probe.open(
            Self.consumer, form: [("SAMLResponse", Base64.encode(Array(wrapped.utf8))), sent[1]])
        #expect(view.outcome?.code == 403, "\(view.address)")
        #expect(probe.refusals.last?.contains(Self.refusals[shape] ?? "?") == true, "\(shape): \(probe.refusals)")
        #expect(probe.site.state.withLock { $0.oauth.codes.isEmpty })
        // The twin: the same way with nothing moved gets in.
        #expect(probe.open(Self.consumer, form: sent).address.hasPrefix(OAuthProbe.redirect), "\(probe.refusals)")
    }

    @Test(arguments: [
        "<!DOCTYPE x [<!ENTITY a \"b\">]><x/>", "<x><!-- a --></x>", "<x><![CDATA[a]]></x>", "<x><?p a?></x>",
        "<x>&a;</x>", "<x a=\"1\" a=\"2\"/>", "<p:x/>", "<x></y>", "<x>", "x", "<x/><y/>", "<x>\u{1}</x>",
        "<x a='<'/>", "<x>&#0;</x>",
    ])
    func `reads no document with what has fooled readers`(text: String) {
        #expect(throws: XMLReader.Problem.self) { try XMLReader.read(Array(text.utf8)) }
    }

    /// The name of a namespace stands in the canonical form of each element that uses it: 100 KB of it came out a thousand times.
    @Test func `reads no namespaces that the canonical form would repeat at length`() throws {
        func named(_ length: Int, _ declaration: String) -> String {
            "<\(declaration)=\"\(String(repeating: "u", count: length))\"></x>"
        }
        for declaration in ["x xmlns", "x xmlns:p"] {
            _ = try XMLReader.read(Array(named(256, declaration).utf8))
            let long = Array(named(257, declaration).utf8)
            let problem = #expect(throws: XMLReader.Problem.self) { try XMLReader.read(long) }
            #expect(problem?.reason == "the name of a namespace is longer than 256 bytes")
        }
        func wide(_ count: Int) -> String {
            let all = (0..<count).map { " xmlns:p\($0)=\"u\"" }
            return "<b\(all.prefix(30).joined())><b\(all.dropFirst(30).prefix(30).joined())>"
                + "<b\(all.dropFirst(60).joined())/></b></b>"
        }
        _ = try XMLReader.read(Array(wide(63).utf8))
        let many = Array(wide(64).utf8)
        let problem = #expect(throws: XMLReader.Problem.self) { try XMLReader.read(many) }
        #expect(problem?.reason == "more than 64 namespaces hold at one place")
    }

    @Test func `sends nothing of the provider's to the app, and nothing of the app's to the provider`() throws {
        let probe = try ProviderProbe()
        let view = probe.signIn()
        let password = probe.password(of: "alice")
        #expect(!view.address.contains(password) && !view.address.contains("SAMLResponse"))
        let canary = try #require(probe.site.canaries().first { $0.name == "password:alice@other" })
        #expect(canary.origins == [ProviderProbe.origin])
        let assertion = try #require(probe.site.canaries().first { $0.name == "assertion#1@other" })
        #expect(assertion.origins == [ProviderProbe.origin, "https://localhost:8443"])
        let code = try #require(probe.site.canaries().first { $0.name == "code#1" })
        #expect(!code.origins.contains(ProviderProbe.origin))
        #expect(probe.sentToProvider.count == 2)
        for sent in probe.sentToProvider {
            for own in [OAuthProbe.client, code.value, "app.test", "S%201", "S+1", OAuthProbe.challenge] {
                #expect(!sent.contains(own), "\(own) in \(sent)")
            }
        }
    }

    @Test func `leaves the portal's own consent to the portal`() throws {
        let probe = try ProviderProbe("saml", ["signIn": ["consent": true]])
        let page = probe.signIn()
        #expect(page.address.hasPrefix("https://localhost:8443") && page.page.contains("wants to use your account"))
        #expect(probe.site.state.withLock { $0.oauth.codes.isEmpty })
        #expect(probe.submit(page, [("consent", "true")]).address.hasPrefix(OAuthProbe.redirect))
    }

    @Test func `ends at the provider too when the user signs out`() throws {
        let probe = try ProviderProbe()
        _ = probe.signIn()
        let out = probe.open(
            "https://localhost:8443/portal/sharing/rest/oauth2/signout?client_id=\(OAuthProbe.client)&redirect_uri=\(PercentEncoding.encode(OAuthProbe.redirect))"
        )
        #expect(out.address == OAuthProbe.redirect, "\(out.page) \(probe.refusals)")
        #expect(
            probe.visits.suffix(3) == [
                "GET https://localhost:8443/portal/sharing/rest/oauth2/signout", "GET https://127.0.0.2:9443/saml/slo",
                "GET https://localhost:8443/portal/sharing/rest/oauth2/saml/signout",
            ])
        #expect(probe.choose(probe.begin()).page.contains("name=\"password\""), "neither host knows the browser")
    }

    @Test func `is cancelled at the provider, and the portal says so`() throws {
        let probe = try ProviderProbe()
        let view = probe.submit(probe.choose(probe.begin()), [("cancel", "true")])
        #expect(view.page.contains("did not sign you in"))
        #expect(probe.refusals.contains { $0.hasPrefix("signIn: the person has cancelled") })
    }
}
