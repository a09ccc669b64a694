import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Formats` {
    @Test func `json is compact and pjson is indented, with the same content`() throws {
        let probe = try SiteProbe("token")
        let compact = probe.send("GET", "/portal/sharing/rest/info?f=json")
        let indented = probe.send("GET", "/portal/sharing/rest/info?f=pjson")
        #expect(!compact.text.contains("\n"))
        #expect(indented.text.contains("\n"))
        #expect(compact.json == indented.json)
        for outcome in [compact, indented] {
            #expect(outcome.header("Content-Type") == "application/json;charset=utf-8")
        }
    }

    @Test(arguments: ["", "?f=html", "?f=nonsense"])
    func `HTML is what comes without f, and it is escaped`(query: String) throws {
        let probe = try SiteProbe("token", ["info": ["tokenServicesURL": "https://x.example/<script>&"]])
        let outcome = probe.send("GET", "/portal/sharing/rest/info\(query)")
        #expect(outcome.header("Content-Type") == "text/html;charset=utf-8")
        #expect(outcome.text.contains(" - ArcGIS Portal Directory</title>"))
        #expect(outcome.text.contains("&lt;script&gt;&amp;"))
        #expect(!outcome.text.contains("<script>"))
    }

    @Test(arguments: ["\u{600}<b>", "\u{200D}<b>", "\"\u{301}<b>", "<\u{338}b>"])
    func `a page keeps text as text, whatever mark joins it`(_ text: String) throws {
        let probe = try SiteProbe("token", ["info": ["tokenServicesURL": .string("https://x.example/" + text)]])
        let page = probe.send("GET", "/portal/sharing/rest/info?f=html").text.unicodeScalars
        // Tags of ours alone.
        let plain = try SiteProbe("token", ["info": ["tokenServicesURL": "https://x.example/"]])
        let tags = plain.send("GET", "/portal/sharing/rest/info?f=html").text.unicodeScalars.count { $0 == "<" }
        #expect(page.count { $0 == "<" } == tags, "\(String(page))")
    }

    @Test func `a page runs nothing, loads nothing and is framed by nothing`() throws {
        let probe = try SiteProbe("token")
        for path in ["/portal/sharing/rest/info", "/server/rest/login", "/portal/nowhere"] {
            let page = probe.send("GET", path)
            let policy = try #require(page.header("Content-Security-Policy"), "\(path)")
            for rule in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
                #expect(policy.contains(rule), "\(path)")
            }
            #expect(!policy.contains("unsafe") && page.header("X-Content-Type-Options") == "nosniff")
        }
        #expect(probe.send("GET", "/portal/sharing/rest/info?f=json").header("Content-Security-Policy") == nil)
    }

    @Test func `an error is rendered as it was asked for`() throws {
        let probe = try SiteProbe("token")
        let page = probe.send("GET", "/portal/sharing/rest/community/self")
        #expect(page.status == 200)
        #expect(page.code == 400)
        #expect(page.text.contains("Not logged in."))
        #expect(probe.send("GET", "/portal/sharing/rest/community/self?f=pjson").error?["messageCode"] == "COM_0019")
        #expect(probe.send("GET", "/portal/sharing/rest/community/self?f=json&callback=cb").text.hasPrefix("cb({"))
    }

    struct Callback: CustomTestStringConvertible, Sendable {
        let name: String
        let isFunction: Bool
        var testDescription: String { name }
    }

    @Test(arguments: [
        Callback(name: "fn", isFunction: true), Callback(name: "dojo.io.script.jsonp_1._jsonp$", isFunction: true),
        Callback(name: "alert(1)", isFunction: false), Callback(name: "1a", isFunction: false),
        Callback(name: "a..b", isFunction: false), Callback(name: "a;b", isFunction: false),
        Callback(name: String(repeating: "a", count: 129), isFunction: false),
    ])
    func `a callback wraps the JSON if it is a function's name`(row: Callback) throws {
        let probe = try SiteProbe("token")
        let outcome = probe.send("GET", "/portal/sharing/rest/info?f=json&callback=\(PercentEncoding.encode(row.name))")
        guard row.isFunction else {
            #expect(outcome.json["error"]?["message"] == "Invalid callback")
            #expect(outcome.header("Content-Type") == "application/json;charset=utf-8")
            return
        }
        #expect(outcome.header("Content-Type") == "text/javascript;charset=utf-8")
        #expect(outcome.text.hasPrefix("\(row.name)({"))
        #expect(outcome.text.hasSuffix("});"))
    }

    @Test func `strict status gives failures an HTTP status of their own`() throws {
        let probe = try SiteProbe("token", ["strictStatus": true])
        #expect(probe.get("community/self").status == 400)
        #expect(probe.get("portals/self", token: "bad").status == 498)
        #expect(probe.server("rest/services/Traffic/MapServer").status == 499)
        #expect(probe.server("rest/services/Nowhere/MapServer").status == 404)
        #expect(probe.get("info").status == 200)
    }

    @Test func `pages of other origins may read answers`() throws {
        let probe = try SiteProbe("token")
        let plain = probe.get("info")
        #expect(plain.header("Access-Control-Allow-Origin") == nil)
        #expect(plain.header("Vary") == "Origin")
        let crossed = probe.get("info", headers: [("Origin", "https://app.example")])
        #expect(crossed.header("Access-Control-Allow-Origin") == "https://app.example")
        #expect(crossed.header("Access-Control-Allow-Credentials") == "true")
        #expect(crossed.json == plain.json)
        let preflight = probe.send(
            "OPTIONS", "/portal/sharing/rest/portals/self",
            headers: [("Origin", "https://app.example"), ("Access-Control-Request-Headers", "x-esri-authorization")])
        #expect(preflight.status == 200)
        #expect(preflight.body.isEmpty)
        #expect(preflight.header("Access-Control-Allow-Headers") == "x-esri-authorization")
        #expect(preflight.header("Access-Control-Allow-Methods") == "GET, POST, HEAD, OPTIONS")
        #expect(preflight.answer.operation == "portals/self")
    }

    @Test func `no answer is shared between formats, viewers or editions`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        for _ in 1...2 {
            #expect(probe.get("portals/self").json["user"] == nil)
            #expect(probe.get("portals/self", token: token).json["user"]?["username"] == "alice")
            #expect(probe.send("GET", "/portal/sharing/rest/portals/self").text.hasPrefix("<!DOCTYPE"))
            #expect(probe.server("rest/services/Traffic/MapServer", token: token).code == 200)
            #expect(probe.server("rest/services/Traffic/MapServer").code == 499)
            #expect(probe.server("rest/services/Traffic/MapServer", token: token).json["mapName"] != nil)
            #expect(probe.server("rest/services/Traffic/FeatureServer", token: token).json["mapName"] == nil)
        }
        try probe.site.perform(.set(["secured": []]))
        #expect(probe.server("rest/services/Traffic/MapServer").code == 200)
    }

    struct Form: CustomTestStringConvertible, Sendable {
        let text: String
        let value: String?
        var testDescription: String { text }
    }

    @Test(arguments: [
        Form(text: "a=1&b=2", value: "2"), Form(text: "b=x+y", value: "x y"), Form(text: "b=x%2By", value: "x+y"),
        Form(text: "b=%C3%A9%20%26", value: "é &"), Form(text: "b=%zz%4", value: "%zz%4"), Form(text: "b", value: ""),
        Form(text: "b=a=b", value: "a=b"), Form(text: "&&b=1&b=2", value: "1"), Form(text: "%62=1", value: "1"),
        Form(text: "c=1", value: nil), Form(text: "", value: nil),
    ])
    func `forms are decoded byte for byte`(row: Form) {
        #expect(FormParameters(Array(row.text.utf8))["b"] == row.value)
    }
}
