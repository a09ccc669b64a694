import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// A page in a real browser whose origin is not the portal's (fetch.spec.whatwg.org, "CORS protocol").
@Suite(.chromium, .serialized) struct `A page of another origin in Chromium` {
    private func header(_ name: String, of request: Journal.Request) -> String? {
        request.headers.first { $0.isNamed(name) }?.value
    }

    @Test func `signs in, edits with a FormData and reads back, each with its preflight`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            #"""
            source, told = arguments
            browser.open(home + "/page")
            said = browser.run(source + "return talk(" + told + ")")
            print(json.dumps([said, home, browser.complaints()]))
            """#, fake, [FetchProgram.source, try FetchProgram.told(fake).text()])
        let said = try #require(seen.array)
        try FetchProgram.check(said[0], fake)
        #expect(said[2] == [])
        let requests = fake.portal.journal().requests
        #expect(requests.allSatisfy { header("Origin", of: $0) == said[1].string })
        // A form is asked without a preflight; a header that is not safelisted makes one of every request.
        let preflights = requests.filter { $0.method == "OPTIONS" }
        #expect(!preflights.isEmpty && requests.first?.method == "POST")
        for preflight in preflights {
            #expect(header("Access-Control-Request-Headers", of: preflight) == "x-esri-authorization")
            #expect(preflight.presented.isEmpty && preflight.answer?.status == 200)
        }
        let asked = requests.filter { $0.method != "OPTIONS" && !$0.presented.isEmpty }.map(\.operation)
        #expect(Set(asked) == Set(preflights.map(\.operation)))
    }

    @Test func `what the preflight does not allow is not sent, and an opaque answer tells nothing`() async throws {
        let fake = try FakePortal("token")
        defer { fake.portal.stop() }
        let seen = try await ChromiumPeer.run(
            #"""
            browser.open(home + "/page")
            def ask(options): return browser.run("return fetch(%s, %s).then(async (r) => [r.type, r.status, (await r.text()).length > 0], (error) => error.name)" % (json.dumps(portal + "/sharing/rest/info?f=json"), options))
            print(json.dumps([ask("{mode: 'no-cors', credentials: 'include'}"), ask("{headers: {'X-Custom': '1'}, credentials: 'include'}"), ask("{method: 'PUT'}")]))
            """#, fake)
        #expect(seen == [["opaque", 0, false], ["cors", 200, true], "TypeError"])
        #expect(fake.portal.journal().requests.map(\.method) == ["GET", "OPTIONS", "GET", "OPTIONS"])
    }

    @Test func `the portal's cookie goes along where credentials are included, and only there`() async throws {
        let fake = try FakePortal("token")
        let app = try FakePortal("anonymous")
        defer {
            fake.portal.stop()
            app.portal.stop()
        }
        let token = try fake.portal.issueToken(for: "alice").token.reveal { $0 }
        let seen = try await ChromiumPeer.run(
            #"""
            app, token = arguments
            who = json.dumps(portal + "/sharing/rest/portals/self?f=json")
            def ask(credentials): return browser.run("return fetch(%s, {credentials: '%s'}).then((r) => r.json()).then((r) => r.user ? r.user.username : null)" % (who, credentials))
            browser.open(portal + "/sharing/rest/info?f=json")
            browser.run("document.cookie = 'esri_auth=' + encodeURIComponent(JSON.stringify({token: '%s'})) + '; Secure; path=/'" % token)
            browser.open(app + "/sharing/rest/info?f=json")
            near = [ask(credentials) for credentials in ["omit", "same-origin", "include"]]
            # Another site than the portal's: the cookie is none of its business.
            browser.open(home + "/page")
            print(json.dumps([near, ask("include")]))
            """#, fake, [app.portal.url, token])
        #expect(seen == [[nil, nil, "alice"], nil])
        let asked = fake.portal.journal().requests.filter { $0.operation == "portals/self" }
        #expect(asked.map { $0.presented.map(\.carrier) } == [[], [], [.cookie], []])
        #expect(asked.compactMap { header("Origin", of: $0) }.count == 4)
    }

    @Test func `a web tier asks preflights for a password too, so only a simple request gets in`() async throws {
        let fake = try FakePortal("basic")
        let app = try FakePortal("anonymous")
        defer {
            fake.portal.stop()
            app.portal.stop()
        }
        let seen = try await ChromiumPeer.run(
            #"""
            app, password = arguments
            who = portal + "/sharing/rest/portals/self?f=json"
            def ask(options): return browser.run("return fetch(%s, %s).then((r) => r.json()).then((r) => r.user.username, (error) => error.name)" % (json.dumps(who), options))
            browser.open(who.replace("://", "://alice:" + password + "@"))
            browser.open(app + "/sharing/rest/info?f=json")
            print(json.dumps([ask("{credentials: 'omit'}"), ask("{credentials: 'include'}"), ask("{credentials: 'include', headers: {'X-Requested-With': 'XMLHttpRequest'}}")]))
            """#, fake, [app.portal.url, try fake.password()])
        #expect(seen == ["TypeError", "alice", "TypeError"])
        let asked = fake.portal.journal().requests.filter { header("Origin", of: $0) != nil }
        #expect(asked.map(\.method) == ["GET", "GET", "OPTIONS"])
        #expect(asked.map { $0.answer?.status } == [401, 200, 401])
        #expect(asked.map { $0.authorization?.verdict } == [nil, .right, nil])
    }
}
