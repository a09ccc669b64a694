import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Signing in at the pages` {
    @Test(arguments: [false, true])
    func `sets a cookie that is good for the tier, until the person signs out`(onServer: Bool) throws {
        let probe = try SiteProbe("token")
        let person = PagesProbe(probe)
        let path = onServer ? "/server/rest/services/Traffic/MapServer" : "/portal/sharing/rest/community/self"
        let outcome = person.send("alice", onServer: onServer, redirect: path)
        #expect(outcome.status == 302 && outcome.header("Location") == path)
        let set = try #require(outcome.header("Set-Cookie"))
        #expect(set.hasPrefix(onServer ? "agstoken=" : "esri_auth="))
        for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax", onServer ? "Path=/server/rest;" : "Path=/;"] {
            #expect(set.contains(attribute), "\(set)")
        }
        #expect(outcome.answer.notes.issued == "token#1" && outcome.answer.user == "alice")
        let cookie = ("Cookie", String(set.prefix { $0 != ";" }))
        let seen = probe.send("GET", path, headers: [cookie])
        #expect(seen.status == 200 && seen.code == 200 && seen.text.contains("Signed in as <strong>alice</strong>"))
        for canary in probe.site.canaries() where !canary.value.isEmpty { #expect(!seen.text.contains(canary.value)) }

        let out = onServer ? "/server/rest/logout" : "/portal/home/signout.html"
        let left = probe.send(
            "POST", out + "?redirect=" + PercentEncoding.encode(path),
            headers: [cookie, ("Origin", "https://localhost:8443")], form: "")
        #expect(left.status == 302 && left.header("Location") == path)
        #expect(left.header("Set-Cookie")?.contains("=; Max-Age=0") == true)
        let after = probe.send("GET", path + "?f=json", headers: [cookie])
        #expect(after.code == 498, "\(after.text)")
    }

    @Test func `a token that is over shows the way to sign in again`() throws {
        let probe = try SiteProbe("token")
        let page = probe.send("GET", "/portal/sharing/rest/portals/self", headers: [("Cookie", "esri_auth=gone")])
        #expect(page.code == 498 && page.text.contains("/portal/home/signin.html?redirect="))
    }

    struct Target: CustomTestStringConvertible, Sendable {
        let testDescription: String
    }

    @Test(
        arguments: [
            "https://evil.test/", "//evil.test", "/\\evil.test", "/\t/evil.test", "\\\\evil.test",
            "javascript:alert(1)",
            "/a\r\nSet-Cookie: x=y", "evil", "", "/\u{600}/x", String(repeating: "/a", count: 2000),
        ].map { Target(testDescription: $0) })
    func `goes on within the site only`(target: Target) throws {
        let probe = try SiteProbe("token")
        let outcome = PagesProbe(probe).send("alice", redirect: target.testDescription)
        #expect(outcome.status == 302 && outcome.header("Location") == "/portal/home/")
        let page = probe.send(
            "GET", "/server/rest/login?redirect=" + PercentEncoding.encode(target.testDescription))
        #expect(page.text.contains("name=\"redirect\" value=\"/server/rest/services\""))
    }

    @Test(arguments: [false, true])
    func `a form of another origin is refused`(onServer: Bool) throws {
        let probe = try SiteProbe("token")
        for headers in [
            [("Origin", "https://evil.test")], [("Origin", "null")], [("Referer", "https://localhost:8443.evil.test/")],
            [("Origin", "https://localhost:8444")],
        ] {
            let outcome = PagesProbe(probe).send("alice", onServer: onServer, headers: headers)
            #expect(
                outcome.status == 403 && outcome.header("Set-Cookie") == nil && outcome.reasons.contains("origin:false")
            )
        }
        // A program that is no browser sends neither.
        #expect(PagesProbe(probe).send("alice", onServer: onServer, headers: []).status == 302)
    }

    @Test func `an edit that another origin's form sends with the cookie is refused`() throws {
        let probe = try SiteProbe("token")
        let cookie = try PagesProbe(probe).signIn("alice", onServer: true)
        let path = "/server/rest/services/Inspections/FeatureServer/0/deleteFeatures"
        let hostile = probe.send(
            "POST", path, headers: [("Cookie", cookie), ("Origin", "https://evil.test")], form: "objectIds=1&f=html")
        #expect(hostile.code == 403 && hostile.reasons.contains("origin:false"))
        let own = probe.send(
            "POST", path, headers: [("Cookie", cookie), ("Origin", "https://localhost:8443")],
            form: "objectIds=1&f=html")
        #expect(own.code == 200 && own.text.contains("deleteResults"), "\(own.text)")
    }

    @Test(arguments: [false, true])
    func `a wrong password is told and nothing is set`(onServer: Bool) throws {
        let probe = try SiteProbe("token")
        let outcome = PagesProbe(probe).send("alice", password: "wrong", onServer: onServer)
        #expect(outcome.status == 200 && outcome.header("Set-Cookie") == nil)
        #expect(outcome.text.contains("role=\"alert\"") && outcome.text.contains("Invalid username or password."))
        #expect(!outcome.text.contains("wrong") && outcome.reasons.contains("password:false"))
        let path = onServer ? "/server/rest/login" : "/portal/home/signin.html"
        let query = probe.send("POST", path + "?username=alice&password=leaked", form: "")
        #expect(query.header("Set-Cookie") == nil && !query.text.contains("leaked"))
    }

    @Test func `works over HTTPS only`() throws {
        var probe = try SiteProbe("token", ["http": "serve"])
        probe.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        let outcome = PagesProbe(probe).send("alice", headers: [])
        #expect(outcome.status == 200 && outcome.text.contains("HTTPS") && outcome.header("Set-Cookie") == nil)
    }

    @Test func `the pages of a cookie are not those of the other tier`() throws {
        let probe = try SiteProbe("token")
        let server = try PagesProbe(probe).signIn("alice", onServer: true)
        let seen = probe.send("GET", "/portal/sharing/rest/community/self?f=json", headers: [("Cookie", server)])
        #expect(seen.error?["message"] == "Not logged in.")
    }
}
