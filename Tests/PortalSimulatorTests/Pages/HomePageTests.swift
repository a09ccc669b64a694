import FixtureFiles
import Foundation
import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `The home page` {
    private static let browser = [("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")]

    @Test(arguments: ["/", "/portal", "/portal/", "/portal/home", "/portal/home/", "/portal/home/index.html"])
    func `tells a browser what this is and where to look`(target: String) throws {
        let probe = try SiteProbe("oauth")
        let page = probe.send("GET", target, headers: Self.browser)
        #expect(page.status == 200 && page.answer.operation == "home")
        #expect(page.header("Content-Type") == "text/html;charset=utf-8")
        for word in [
            "A fake portal", "oauth", "/portal/sharing/rest", "oauth2/authorize?client_id=", "mockportal serve --help",
        ] {
            #expect(page.text.contains(word), "\(word): \(page.text)")
        }
        let policy = page.header("Content-Security-Policy") ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-") && policy.contains("frame-ancestors 'none'"))
        #expect(page.header("Referrer-Policy") == "same-origin" && page.header("Vary") == "Accept")
        #expect(!page.text.contains("<script"))
        for account in probe.site.accounts { #expect(!account.password.reveal { page.text.contains($0) }) }
    }

    struct Program: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var method = "GET"
        var target = "/portal"
        let accept: String?
    }

    @Test(arguments: [
        Program(testDescription: "no Accept", accept: nil), Program(testDescription: "any type", accept: "*/*"),
        Program(testDescription: "JSON", accept: "application/json, text/plain, */*"),
        Program(testDescription: "HTML refused", accept: "text/html;q=0, */*"),
        Program(testDescription: "a form", method: "POST", accept: "text/html"),
        Program(testDescription: "a format", target: "/portal?f=json", accept: "text/html"),
        Program(testDescription: "elsewhere", target: "/portal/house", accept: "text/html"),
    ])
    func `is not there for programs`(program: Program) throws {
        let probe = try SiteProbe("token")
        let answer = probe.send(
            program.method, program.target, headers: program.accept.map { [("Accept", $0)] } ?? [])
        #expect(answer.status == 404 && answer.answer.operation == "unknown")
        #expect(answer.text.contains("<h1>Not Found</h1>") && answer.reasons.contains("path:false"))
    }

    @Test func `stands behind whatever stands before the portal`() throws {
        let basic = try SiteProbe("basic").send("GET", "/portal", headers: Self.browser)
        #expect(basic.status == 401 && !basic.text.contains("fake"))
        let pki = try SiteProbe("pki-nginx").send("GET", "/", headers: Self.browser)
        #expect(pki.status == 400)
        var plain = try SiteProbe("http-refused")
        plain.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        #expect(!plain.send("GET", "/portal", headers: Self.browser).text.contains("fake"))
    }

    @Test func `names what is served, and of a file only its name`() throws {
        var blueprint = try Blueprint.preset("token", fixtures: .embedded)
        blueprint.servedAs = "/home/somebody/<b>portals</b>/mine.json"
        let page = try SiteProbe(blueprint).send("GET", "/", headers: Self.browser)
        #expect(page.text.contains("<strong>mine.json</strong>") && !page.text.contains("somebody"))
        blueprint.servedAs = "tokens/expired-silent"
        #expect(try SiteProbe(blueprint).send("GET", "/", headers: Self.browser).text.contains("tokens/expired-silent"))
        blueprint.servedAs = "<script>"
        #expect(try SiteProbe(blueprint).send("GET", "/", headers: Self.browser).text.contains("&lt;script&gt;"))
    }

    @Test func `lists the items that the viewer may read, and no others`() throws {
        let probe = try SiteProbe("token")
        let stranger = probe.send("GET", "/portal/home/", headers: Self.browser)
        let cookie = try PagesProbe(probe).signIn("alice")
        let member = probe.send("GET", "/portal/home/", headers: Self.browser + [("Cookie", cookie)])
        func items(_ outcome: SiteProbe.Outcome) -> Int { outcome.text.split(separator: "item.html?id=").count - 1 }
        #expect(items(stranger) > 0 && items(member) > items(stranger), "\(items(stranger)), \(items(member))")
        #expect(stranger.text.contains("/portal/home/signin.html?redirect=") && !stranger.text.contains("Sign out"))
        #expect(member.text.contains("Signed in as <strong>alice</strong>") && member.text.contains("Sign out"))
    }

    @Test func `opens with a token that is over as if there was none`() throws {
        let probe = try SiteProbe("token")
        let page = probe.send("GET", "/portal/home/", headers: Self.browser + [("Cookie", "esri_auth=gone")])
        #expect(page.status == 200 && page.text.contains("Sign in</a>"))
    }

    @Test func `has a page of each item, with its links`() throws {
        let probe = try SiteProbe("token")
        let home = probe.send("GET", "/portal/home/", headers: Self.browser).text
        let start = try #require(home.range(of: "item.html?id=")).upperBound
        let id = home[start...].prefix { $0 != "\"" }
        let page = probe.send("GET", "/portal/home/item.html?id=\(id)")
        #expect(page.status == 200 && page.answer.operation == "home/item")
        #expect(page.text.contains("/portal/sharing/rest/content/items/\(id)\""))
        #expect(page.text.contains("/portal/sharing/rest/content/items/\(id)/data\""))
        let none = probe.send("GET", "/portal/home/item.html?id=%3Cscript%3E")
        #expect(none.code == 400 && none.text.contains("does not exist") && !none.text.contains("<script"))
    }
}
