import HTTPSemantics
import JSONValues
import Platform
import PortalJudge
import TLSIdentity
import Testing

@testable import PortalSimulator

/// What a page asks for beside a password, at the portal itself.
@Suite struct `Further steps of signing in` {
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private func code(_ probe: ProviderProbe, _ offset: Int64 = 0) -> String {
        OneTimeCode.text(
            of: OneTimeCode.counter(at: probe.time) + offset, secret: Base32.decode(Self.secret) ?? [])
    }

    private func probe(_ rules: JSONValue) throws -> ProviderProbe { try ProviderProbe("saml", ["signIn": rules]) }

    private func signIn(_ probe: ProviderProbe) -> ProviderProbe.View {
        probe.submit(
            probe.begin(), [("username", "alice"), ("password", probe.oauth.probe.password(of: "alice"))])
    }

    @Test func `takes the code of an authenticator app in portal time, once`() throws {
        let probe = try probe(["secondFactor": ["alice": .string(Self.secret)]])
        probe.time += 365 * 86_400_000
        let page = signIn(probe)
        #expect(page.page.contains("name=\"mfa_code\""))
        #expect(probe.submit(page, [("mfa_code", "abc")]).page.contains("The code is not right"))
        let right = code(probe)
        #expect(probe.submit(page, [("mfa_code", right)]).address.hasPrefix(OAuthProbe.redirect))
        probe.cookies = [:]
        let second = signIn(probe)
        #expect(probe.submit(second, [("mfa_code", right)]).page.contains("was used before"))
        #expect(probe.submit(second, [("mfa_code", code(probe, 2))]).page.contains("not right"), "too early")
        #expect(probe.submit(second, [("mfa_code", code(probe, 1))]).address.hasPrefix(OAuthProbe.redirect))
    }

    @Test func `locks after several wrong codes, also when the right one comes`() throws {
        let probe = try probe(["secondFactor": ["alice": .string(Self.secret)]])
        let page = signIn(probe)
        for _ in 0..<5 { _ = probe.submit(page, [("mfa_code", "000000")]) }
        #expect(probe.submit(page, [("mfa_code", code(probe))]).page.contains(PasswordVerdict.lockedMessage))
        let again = signIn(probe)
        #expect(probe.submit(again, [("mfa_code", code(probe))]).page.contains(PasswordVerdict.lockedMessage))
        probe.time += 15 * 60_000
        #expect(probe.submit(again, [("mfa_code", code(probe))]).address.hasPrefix(OAuthProbe.redirect))
    }

    @Test func `gives no code before the last step, whatever the form says`() throws {
        let probe = try probe([
            "secondFactor": ["alice": .string(Self.secret)], "passwordChange": ["alice"], "consent": true,
        ])
        let page = signIn(probe)
        #expect(page.page.contains("name=\"new_password\""))
        let skipped = probe.submit(page, [("consent", "true"), ("mfa_code", code(probe))])
        #expect(skipped.page.contains("name=\"new_password\""))
        #expect(
            probe.submit(page, [("new_password", "short"), ("confirm_password", "short")]).page.contains("8 to 128"))
        let chosen = "another-password"
        #expect(
            probe.submit(page, [("new_password", chosen), ("confirm_password", "other-password")]).page
                .contains("not the same"))
        let old = probe.oauth.probe.password(of: "alice")
        #expect(probe.submit(page, [("new_password", old), ("confirm_password", old)]).page.contains("old one"))
        let coded = probe.submit(page, [("new_password", chosen), ("confirm_password", chosen)])
        #expect(coded.page.contains("name=\"mfa_code\""))
        let consent = probe.submit(coded, [("mfa_code", code(probe))])
        #expect(consent.page.contains("wants to use your account") && consent.page.contains("Allow"))
        #expect(probe.submit(consent, []).page.contains("Allow"))
        #expect(probe.site.state.withLock { $0.oauth.codes.isEmpty })
        #expect(probe.submit(consent, [("consent", "true")]).address.hasPrefix(OAuthProbe.redirect))
        #expect(probe.oauth.probe.password(of: "alice") == chosen)
    }

    @Test func `tells the app when the user does not let it in`() throws {
        let probe = try probe(["consent": true])
        let denied = probe.submit(signIn(probe), [("cancel", "true")])
        #expect(OAuthProbe.parameter("error", of: denied.address) == "access_denied")
        #expect(OAuthProbe.parameter("code", of: denied.address) == nil)
    }

    @Test func `offers the provider beside the portal's own page, opens it at once, or nothing else`() throws {
        let page = try ProviderProbe().begin()
        #expect(page.page.contains(">City staff</a>") && page.page.contains("name=\"password\""))
        #expect(OAuthProbe.information(try #require(page.outcome))["federationInfo"]?.array?.count == 1)
        let only = try probe(["ownAccounts": false])
        #expect(!only.begin().page.contains("name=\"password\""))
        let direct = only.submit(
            only.begin(), [("username", "alice"), ("password", only.oauth.probe.password(of: "alice"))])
        #expect(direct.page.contains("Choose how you sign in"))
        let launched = try probe(["launch": "other"])
        #expect(launched.begin().address.hasPrefix(ProviderProbe.origin))
        #expect(launched.begin([("autoLaunchIDP", "false")]).address.hasPrefix("https://localhost:8443"))
        #expect(try ProviderProbe().begin([("autoLaunchIDP", "true")]).address.hasPrefix(ProviderProbe.origin))
    }

    @Test func `is the provider's too`() throws {
        let rules: JSONValue = [
            "secondFactor": ["alice": .string(Self.secret)], "passwordChange": ["alice"], "consent": true,
        ]
        let probe = try ProviderProbe(provider: ["signIn": rules])
        let chosen = "another-password"
        var page = probe.signIn()
        page = probe.submit(page, [("new_password", chosen), ("confirm_password", chosen)])
        page = probe.submit(page, [("mfa_code", code(probe))])
        page = probe.submit(page, [("consent", "true")])
        #expect(page.address.hasPrefix(OAuthProbe.redirect), "\(page.page) \(probe.refusals)")
        #expect(probe.password(of: "alice") == chosen)
        #expect(probe.oauth.probe.password(of: "alice") != chosen)
        // A password that was changed need not be changed again; a code is taken once.
        probe.cookies = [:]
        probe.time += 30_000
        let again = probe.submit(probe.signIn(), [("mfa_code", code(probe))])
        #expect(again.address.hasPrefix(OAuthProbe.redirect), "\(again.page) \(probe.refusals)")
    }

    @Test func `locks an account at the provider without locking the portal's`() throws {
        let probe = try ProviderProbe()
        for _ in 0..<5 { _ = probe.signIn("alice", password: "wrong") }
        #expect(probe.signIn().page.contains(PasswordVerdict.lockedMessage))
        #expect(signIn(probe).address.hasPrefix(OAuthProbe.redirect))
    }
}
