import FixtureFiles
import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Routing` {
    struct Path: CustomTestStringConvertible, Sendable {
        let target: String
        var method = "GET"
        var status = 200
        var code: Int?
        let operation: String
        var testDescription: String { "\(method) \(target)" }
    }

    @Test(arguments: [
        ("portals/sefl", "no such operation; did you mean portals/self?"),
        ("portals/elsewhere", "no such operation: there is no organization of this id"),
        ("comunity/self", "there is no such operation; did you mean community/self?"),
        ("zebra", "there is no such operation"),
    ])
    func `A path that means nothing is refused with what was probably meant`(path: String, reason: String) throws {
        let outcome = try SiteProbe("anonymous").get(path)
        #expect(outcome.code == 400)
        let decision = outcome.answer.notes.decisions.last
        #expect(decision?.gate == "path" && decision?.passed == false && decision?.reason == reason)
    }

    @Test(arguments: [
        Path(target: "/portal/sharing/rest?f=json", operation: "sharing"),
        Path(target: "/portal/sharing/rest/?f=json", operation: "sharing"),
        Path(target: "/portal/sharing?f=json", operation: "sharing"),
        Path(target: "/portal/sharing/rest/info?f=json", operation: "info"),
        Path(target: "/portal/sharing/info?f=json", operation: "info"),
        Path(target: "/portal/sharing/rest/info/?f=json", operation: "info"),
        Path(target: "/portal/sharing/rest/portals/self?f=json", method: "POST", operation: "portals/self"),
        Path(target: "/portal/sharing/rest/portals/self?f=json", method: "HEAD", operation: "portals/self"),
        Path(target: "/portal/sharing/portals/self?f=json&culture=en", operation: "portals/self"),
        Path(target: "/portal/sharing/rest/nothing?f=json", code: 400, operation: "unknown"),
        Path(target: "/portal/sharing/rest/Portals/self?f=json", code: 400, operation: "unknown"),
        Path(target: "/portal/sharing/rest/portals/%73elf?f=json", operation: "portals/self"),
        Path(target: "/portal/%73haring/rest/inf%6f?f=json", operation: "info"),
        Path(target: "//portal/sharing///rest//info?f=json", operation: "info"),
        Path(
            target: "/portal/sharing/rest//community/groups/b0a70000000000000000000000000001?f=json",
            operation: "community/groups/b0a70000000000000000000000000001"),
        Path(target: "/portal/sharing/rest/content/users/alice/analyze?f=json", code: 400, operation: "unknown"),
        Path(target: "/portal/sharing/rest/community/groups/userTags?f=json", code: 400, operation: "unknown"),
        Path(target: "/portal/sharing/rest/content/items/transferOwnership?f=json", code: 400, operation: "unknown"),
        Path(target: "/arcgisuris.xml", operation: "arcgisuris.xml"),
        Path(target: "/portal/arcgisuris.xml", operation: "arcgisuris.xml"),
        Path(target: "/", status: 404, operation: "unknown"),
        Path(target: "/portal", status: 404, operation: "unknown"),
        Path(target: "/portalx/sharing/rest?f=json", status: 404, operation: "unknown"),
        Path(target: "/portal/sharingx?f=json", status: 404, operation: "unknown"),
        Path(target: "", status: 404, operation: "unknown"),
        Path(target: "*", status: 404, operation: "unknown"),
        Path(
            target: "/portal/sharing/rest/portals/self?f=json", method: "DELETE", status: 405, operation: "portals/self"
        ),
    ])
    func `finds its way`(row: Path) throws {
        let outcome = try SiteProbe("token").send(row.method, row.target)
        #expect(outcome.status == row.status)
        #expect(outcome.code == row.code ?? row.status)
        #expect(outcome.answer.operation == row.operation)
        if row.code == 400 {
            #expect(
                outcome.json == [
                    "error": ["code": 400, "messageCode": "GWM_0002", "message": "Invalid URL", "details": []]
                ])
        }
        if row.status >= 400 { #expect(outcome.header("Content-Type") == "text/html;charset=utf-8") }
    }

    @Test(arguments: [
        "Traffic/FeatureServer/queryBins", "Traffic/MapServer/queryBins", "Traffic/FeatureServer/0/queryBins",
        "Hosted/Trees/FeatureServer/queryPivot",
    ])
    func `an operation that is not served is no layer`(path: String) throws {
        let outcome = try SiteProbe("token").server("rest/services/\(path)")
        #expect(
            outcome.json == [
                "error": [
                    "code": 400, "message": "Requested operation is not supported by this service.",
                    "details": ["The requested capability is not supported."],
                ]
            ])
        #expect(outcome.answer.operation == "unknown")
    }

    @Test func `a table takes no operation for an id, but people may name things as they like`() {
        let route = { (path: String) in Route.portal(path) { _ in .empty } }
        let table = RouteTable([route("users/{name}"), route("users/{name}/{folder}"), route("users/{name}/query")])
        #expect(table.match("users/query")?.captures == ["query"])
        #expect(table.match("users/alice/query")?.route.path == "users/{name}/query")
        #expect(table.match("users/alice/query/") == nil)
        #expect(table.match("users/alice/addItem") == nil)
        #expect(table.match("users/alice/drafts")?.captures == ["alice", "drafts"])
    }

    @Test func `the list for ArcGIS Pro has the name that it looks for`() throws {
        #expect(try SiteProbe("token").send("GET", "/arcgisuris.xml").text.contains("<Name>Portal for ArcGIS</Name>"))
    }

    struct Info: CustomTestStringConvertible, Sendable {
        let name: String
        let info: JSONValue
        let url: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Info(name: "portal", info: [:], url: "https://localhost:8443/portal/sharing/rest/generateToken"),
        Info(
            name: "legacy", info: ["tokenServicesURL": "legacy"],
            url: "https://localhost:8443/portal/sharing/generateToken"),
        Info(
            name: "insecure", info: ["tokenServicesURL": "insecure"],
            url: "http://localhost:8080/portal/sharing/rest/generateToken"),
        Info(
            name: "host", info: ["tokenServicesURL": "host:other"],
            url: "https://127.0.0.2:9443/portal/sharing/rest/generateToken"),
        Info(name: "path", info: ["tokenServicesURL": "/arcgis/tokens/"], url: "https://localhost:8443/arcgis/tokens/"),
        Info(name: "URL", info: ["tokenServicesURL": "https://evil.example/t"], url: "https://evil.example/t"),
    ])
    func `info names the token service`(row: Info) throws {
        let probe = try SiteProbe("token", ["info": row.info, "hosts": ["other": ["serves": "tokens"]]])
        #expect(
            probe.get("info").json
                == [
                    "owningSystemUrl": "https://localhost:8443/portal",
                    "authInfo": ["isTokenBasedSecurity": true, "tokenServicesUrl": .string(row.url)],
                ])
        guard row.url.hasPrefix("https://localhost:8443") else { return }
        let path = String(row.url.dropFirst("https://localhost:8443".count))
        let outcome = probe.generate("username=alice&password=\(probe.password(of: "alice"))&f=json", path: path)
        #expect(outcome.answer.notes.issued == "token#1")
        #expect(outcome.answer.operation == "generateToken")
    }

    @Test func `info may be useless in documented ways`() throws {
        #expect(
            try SiteProbe("token", ["info": ["tokenBased": false]]).get("info").json["authInfo"] == [
                "isTokenBasedSecurity": false
            ])
        for (answer, status) in [("404", 404), ("html", 200), ("500", 500)] {
            for path in ["/portal/sharing/rest/info?f=json", "/server/rest/info?f=json"] {
                let outcome = try SiteProbe("token", ["info": ["answer": .string(answer)]]).send("GET", path)
                #expect(outcome.status == status)
                #expect(outcome.text.hasPrefix("<!DOCTYPE html>"))
            }
        }
    }

    @Test func `other context paths move everything`() throws {
        let blueprint = try Blueprint.preset("token", fixtures: .embedded)
        let addresses = SiteAddresses(
            portal: SiteProbe.origin("https://localhost:8443"), context: "", serverContext: "/gis/server")
        let site = try PortalSite(blueprint, addresses: addresses)
        let answer = { (target: String) in
            site.answer(
                IncomingRequest(
                    listener: ListenerFacts(name: "portal", origin: addresses.portal), connection: 1,
                    peerAddress: "::1", method: "GET",
                    target: target, headers: [], body: [], portalTime: 0))
        }
        #expect(answer("/sharing/rest/portals/self?f=json").code == 200)
        #expect(answer("/gis/server/rest/services/Traffic/MapServer?f=json").code == 499)
        #expect(answer("/portal/sharing/rest/portals/self?f=json").code == 404)
    }

    @Test func `a plain listener redirects or refuses`() throws {
        var probe = try SiteProbe("http-redirect")
        probe.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        let moved = probe.get("portals/self?a=b")
        #expect(moved.status == 301)
        #expect(moved.header("Location") == "https://localhost:8443/portal/sharing/rest/portals/self?a=b&f=json")
        #expect(moved.answer.operation == "portals/self")
        #expect(probe.send("GET", "http://evil.example/x").header("Location") == "https://localhost:8443/")
        #expect(probe.send("GET", "//evil.example/x").header("Location") == "https://localhost:8443//evil.example/x")
        try probe.site.perform(.set(["http": "refuse"]))
        let refused = probe.get("portals/self")
        #expect(refused.json == ["error": ["code": 403, "subcode": 4, "message": "SSL required", "details": []]])
        try probe.site.perform(.set(["http": "serve"]))
        #expect(probe.get("portals/self").json["allSSL"] == false)
    }

    @Test func `a further host serves what it is there for`() throws {
        var probe = try SiteProbe("token", ["hosts": ["other": ["serves": "portal"]]])
        probe.listener = ListenerFacts(name: "other", origin: SiteProbe.origin("https://127.0.0.2:9443"))
        #expect(probe.get("portals/self").code == 200)
        try probe.site.perform(.set(["hosts": ["other": ["serves": "tokens"]]]))
        #expect(probe.get("portals/self").status == 404)
        #expect(probe.get("info").code == 200)
        _ = try probe.token(for: "alice")
        let canary = probe.site.canaries().first { $0.kind == .token }
        #expect(canary?.origins == ["https://localhost:8443", "https://127.0.0.2:9443"])
        try probe.site.perform(.set(["hosts": ["other": ["serves": "nothing"]]]))
        #expect(probe.get("info").status == 404)
        #expect(probe.generate("f=json").status == 404)
    }

    @Test func `canned answers come first, as often as they are meant to`() throws {
        let probe = try SiteProbe(
            "token",
            [
                "answers": [
                    [
                        "operation": "info", "status": 503, "body": "busy {{portal}}", "headers": ["Retry-After": "1"],
                        "times": 1,
                    ],
                    ["operation": "search", "body": ["error": ["code": 498]]],
                ]
            ])
        let first = probe.get("info")
        #expect(first.status == 503)
        #expect(first.text == "busy https://localhost:8443/portal")
        #expect(first.header("Retry-After") == "1")
        #expect(first.reasons == "answers:false")
        #expect(probe.get("info").code == 200)
        for _ in 1...3 {
            let outcome = probe.get("search?q=a")
            #expect(outcome.code == 498)
            #expect(outcome.header("Content-Type") == "application/json;charset=utf-8")
        }
    }

    @Test func `held operations are held until they are released`() throws {
        let probe = try SiteProbe("token", ["hold": ["portals/self"]])
        #expect(probe.site.isHeld("portals/self"))
        #expect(!probe.site.isHeld("info"))
        try probe.site.perform(.release("portals/self"))
        #expect(!probe.site.isHeld("portals/self"))
    }
}
