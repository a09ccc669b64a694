import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// A real browser on the way over identity providers.
@Suite(.chromium, .serialized) struct `Chromium at identity providers` {
    @Test(arguments: ["saml", "oidc"])
    func `signs in over both hosts and comes back to the app's listener`(preset: String) async throws {
        let fake = try FakePortal(preset)
        defer { fake.portal.stop() }
        let account = try #require(fake.portal.providerAccounts.first { $0.username == "alice" })
        let seen = try await ChromiumPeer.run(
            #"""
            username, password, provider = arguments
            browser.open(page())
            browser.click(".choices a")
            seen = {"there": browser.url.startswith(provider), "focus": browser.run("return document.activeElement.id")}
            browser.type("#user_username", username)
            browser.type("#user_password", password + "\ue007")
            seen["back"] = returned()
            seen["title"] = browser.title
            seen["complaints"] = browser.complaints()
            print(json.dumps(seen))
            """#, fake, ["alice", account.password.reveal { $0 }, account.origin])
        #expect(seen["there"] == true && seen["focus"] == "user_username")
        #expect(seen["back"]?["state"] == "S" && seen["back"]?["code"]?.string?.isEmpty == false)
        #expect(seen["title"] == "Back in the app")
        #expect(seen["complaints"] == [])
        let requests = fake.portal.journal().requests
        #expect(requests.allSatisfy { !$0.headers.contains { $0.isNamed("Referer") } })
        let code = try #require(seen["back"]?["code"]?.string)
        let atProvider = requests.filter { $0.origin == account.origin }
        #expect(!atProvider.isEmpty)
        #expect(atProvider.allSatisfy { !$0.target.contains(code) && !$0.target.contains("mockportal-app") })
    }

    @Test func `sends the portal's request as a form, whose page its policy lets be`() async throws {
        let fake = try FakePortal("saml", ["identityProviders": ["login": ["binding": "post"]]])
        defer { fake.portal.stop() }
        let account = try #require(fake.portal.providerAccounts.first { $0.username == "alice" })
        let seen = try await ChromiumPeer.run(
            #"""
            username, password = arguments
            browser.open(page())
            browser.click(".choices a")
            browser.type("#user_username", username)
            browser.type("#user_password", password + "\ue007")
            print(json.dumps([returned()["state"], browser.complaints()]))
            """#, fake, ["alice", account.password.reveal { $0 }])
        #expect(seen == ["S", []])
    }
}
