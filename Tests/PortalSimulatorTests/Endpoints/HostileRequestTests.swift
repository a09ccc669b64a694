import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

@Suite struct `Hostile requests` {
    private static let fragments = [
        "/portal", "/sharing", "/rest", "/", "//", "portals/self", "community/users/", "content/items/", "search",
        "generateToken",
        "/server/rest/services/", "Traffic", "/FeatureServer/0/query", "/info/", "..", "%2e%2e", "%", "%zz", "%00", "é",
        "\u{0}",
        "?", "&", "=", "f=json", "callback=", "token=", "where=", "q=", "start=", "num=", "-1", "9223372036854775807",
        "-9223372036854775808", "1e999", "resultOffset=", "objectIds=", "bbox=", "expiration=", "username=alice",
        "password=",
        "(", ")", "\"", "[", " TO ", "*", "OR", "NOT ", "title:", "{", "}", "\r\n", String(repeating: "a", count: 3000),
    ]

    @Test func `any text gets an answer`() throws {
        let probe = try SiteProbe("token", ["strictStatus": true])
        for _ in 1...3000 {
            let target = Self.text(upTo: 9), value = Self.text(upTo: 4), body = Self.text(upTo: 9)
            let method = ["GET", "POST", "HEAD", "OPTIONS", "", "\u{0}"].randomElement() ?? "GET"
            let names = ["X-Esri-Authorization", "Authorization", "Cookie", "Referer", "Origin", "", "é"]
            let headers = names.shuffled().prefix(2).map { ($0, value) }
            let outcome = probe.send(method, target, headers: headers, form: body)
            #expect((200...599).contains(outcome.status), "\(method) \(target)")
            let fields = outcome.answer.prepared.headers
            #expect(fields.allSatisfy { $0.isWellFormed }, "\(method) \(target)")
        }
    }

    @Test func `a header cannot be smuggled into an answer`() throws {
        var probe = try SiteProbe("http-redirect")
        let outcome = probe.get("info", headers: [("Origin", "https://a.example\r\nSet-Cookie: x=y")])
        #expect(outcome.answer.prepared.headers.allSatisfy { $0.isWellFormed })
        probe.listener = ListenerFacts(name: "http", origin: SiteProbe.origin("http://localhost:8080"))
        let moved = probe.send("GET", "/portal\r\nSet-Cookie: x=y")
        #expect(moved.answer.prepared.headers.allSatisfy { $0.isWellFormed })
    }

    private static func text(upTo count: Int) -> String {
        (0...Int.random(in: 0..<count)).map { _ in fragments.randomElement() ?? "" }.joined()
    }
}
