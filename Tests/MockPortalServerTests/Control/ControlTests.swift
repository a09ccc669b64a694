import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@Suite struct `Control API` {
    typealias Bench = ControlBench

    /// One request to a portal's plain listener.
    private func ask(_ url: String?, _ path: String = "/sharing/rest/info?f=json") async throws -> Int? {
        let client = try RawClient(port: TestPortal.port(of: url))
        await client.send("GET /portal\(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return await client.readStatus()
    }

    @Test func `health proves who answers`() async throws {
        let answer = try await Bench().send("GET", "/health")
        #expect(answer.status == 200)
        #expect(answer.json["nonce"] == "n-1")
    }

    @Test func `A request of a web page is refused`() async throws {
        let bench = try Bench()
        #expect(try await bench.send("GET", "/health", headers: "Origin: http://evil.example\r\n").status == 403)
        #expect(try await bench.send("GET", "/health", headers: "Origin: null\r\n").status == 403)
        #expect(try await bench.send("GET", "/health", headers: "Origin: http://127.0.0.1:1\r\n").status == 403)
        #expect(try await bench.send("GET", "/health", headers: "Sec-Fetch-Site: cross-site\r\n").status == 403)
        #expect(try await bench.send("GET", "/health", headers: "Sec-Fetch-Site: none\r\n").status == 200)
        let own = "Origin: http://127.0.0.1:9\r\nSec-Fetch-Site: same-origin\r\n"
        #expect(try await bench.send("GET", "/health", headers: own, host: "127.0.0.1:9").status == 200)
        #expect(try await bench.send("GET", "/health", host: "evil.example").status == 403)
        #expect(try await bench.send("GET", "/health", host: "127.0.0.1.evil.example").status == 403)
        #expect(try await bench.send("GET", "/health", host: "localhost:80").status == 200)
        #expect(try await bench.send("GET", "/health", host: "[::1]:80").status == 200)
    }

    @Test func `Ending a token that has ended says so`() async throws {
        let bench = try Bench()
        // Elsewhere no token is handed out over plain HTTP.
        #expect(try await bench.send("POST", "/scenario", #"{"scenario":"plain-http"}"#).status == 200)
        let portal = bench.server.portal
        let password = try #require(portal.accounts.first { $0.username == "alice" }).password.reveal { $0 }
        let query = "/sharing/rest/generateToken"
        for _ in 0..<2 {
            let body = "username=alice&password=\(password)&client=requestip&f=json"
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send(
                "POST /portal\(query) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
            #expect(await client.readStatus() == 200)
        }
        let end = #"{"revoke":"token#1"}"#
        #expect(try await bench.send("POST", "/tokens", end).json == ["done": true])
        #expect(
            try await bench.send("POST", "/tokens", end).json == ["done": true, "note": "token#1 had ended already"])
        _ = try await bench.send("POST", "/clock", #"{"advance":"1w1h"}"#)
        let expired = try await bench.send("POST", "/actions", #"{"expire":"token#2"}"#)
        #expect(expired.json == ["done": true, "note": "token#2 had ended already"])
        #expect(try await bench.send("POST", "/tokens", #"{"revoke":"token#3"}"#).status == 400)
    }

    @Test func `An unknown path tells what exists`() async throws {
        let answer = try await Bench().send("GET", "/helth")
        #expect(answer.status == 404)
        #expect(answer.json["exists"]?.array?.contains("health") == true)
    }

    @Test func `A wrong method tells the right ones`() async throws {
        #expect(try await Bench().send("PUT", "/journal").status == 405)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let body: String
        let words: [String]
    }

    @Test(arguments: [
        Mistake(testDescription: "no JSON", path: "/clock", body: "{", words: ["body"]),
        Mistake(
            testDescription: "a key that stands twice", path: "/clock", body: #"{"advance":"1m","advance":"5m"}"#,
            words: ["advance", "a second time"]),
        Mistake(
            testDescription: "unknown key", path: "/clock", body: #"{"advnce":"1m"}"#, words: ["advnce", "advance"]),
        Mistake(
            testDescription: "bad duration", path: "/clock", body: #"{"advance":"soon"}"#, words: ["advance", "soon"]),
        Mistake(
            testDescription: "a duration that no clock goes", path: "/clock", body: #"{"advance":"15250284452w"}"#,
            words: ["advance", "15250284452w", "1000 years"]),
        Mistake(
            testDescription: "a token that is none", path: "/tokens", body: #"{"expire":"token#9"}"#, words: ["token#9"]
        ),
        Mistake(
            testDescription: "an unknown scenario", path: "/scenario", body: #"{"scenario":"tokn"}"#,
            words: ["tokn", "token"]),
        Mistake(testDescription: "a bad count", path: "/wait", body: #"{"count":"x"}"#, words: ["count"]),
    ])
    func `A mistake is told with its key and what is allowed`(_ mistake: Mistake) async throws {
        let answer = try await Bench().send("POST", mistake.path, mistake.body)
        #expect(answer.status == 400)
        let text = answer.json.text()
        for word in mistake.words { #expect(text.contains(word)) }
    }

    @Test func `It is never journaled, and gives and clears the portal's journal`() async throws {
        let bench = try Bench()
        #expect(try await ask(bench.server.portal.httpURL) == 200)
        let journal = try await bench.send("GET", "/journal").json
        #expect(journal["requests"]?.array?.count == 1)
        #expect(try await bench.send("DELETE", "/journal").status == 200)
        #expect(bench.server.portal.journal().requests.isEmpty)
    }

    @Test func `The clock advances the portal's time only as told`() async throws {
        let bench = try Bench()
        let before = bench.server.portal.portalTime
        let answer = try await bench.send("POST", "/clock", #"{"advance":"61m"}"#)
        #expect(answer.status == 200)
        #expect(bench.server.portal.portalTime - before >= 61 * 60_000)
        #expect(answer.json["advanced"] == .integer(61 * 60_000))
    }

    @Test func `The clock goes to its end, no further, and back by a reset alone`() async throws {
        let bench = try Bench()
        let portal = bench.server.portal
        let end = JSONValue.integer(31_557_600_000_000)
        #expect(try await bench.send("POST", "/clock", #"{"advance":"365250d"}"#).json["advanced"] == end)
        for path in ["/clock", "/actions"] {
            let refused = try await bench.send("POST", path, #"{"advance":"1ms"}"#)
            #expect(refused.status == 400 && refused.json["key"] == "advance")
            let words = refused.json["error"]?.string ?? ""
            #expect(words.contains("ahead of real time") && words.contains("reset the portal first"), "\(words)")
        }
        let back = #expect(throws: MockPortalError.self) { try portal.perform(.advance(.milliseconds(-1))) }
        #expect(back?.code == .limit && back?.description.contains("does not go back") == true)
        for far in [Duration.seconds(Int64.max), .seconds(Int64.min), .seconds(Int64.max / 1000)] {
            #expect(throws: MockPortalError.self) { try portal.perform(.advance(far)) }
        }
        #expect(try await bench.send("GET", "/clock").json["advanced"] == end)
        try portal.reset()
        #expect(try await bench.send("GET", "/clock").json["advanced"] == 0)
    }

    @Test func `Tokens expire and are revoked by their names`() async throws {
        let bench = try Bench()
        _ = try bench.server.portal.issueToken(for: "alice")
        #expect(try await bench.send("POST", "/tokens", #"{"expire":"token#1"}"#).status == 200)
        #expect(try await bench.send("POST", "/tokens", #"{"revoke":"all"}"#).status == 200)
    }

    @Test func `Reset starts anew with the same accounts`() async throws {
        let bench = try Bench()
        let accounts = bench.server.portal.accounts
        _ = try bench.server.portal.issueToken(for: "alice")
        _ = try await bench.send("POST", "/clock", #"{"advance":"1h"}"#)
        #expect(try await ask(bench.server.portal.httpURL) == 200)
        #expect(try await bench.send("POST", "/reset").status == 200)
        #expect(bench.server.portal.accounts == accounts)
        #expect(bench.server.portal.journal().requests.isEmpty)
        #expect(try await bench.send("GET", "/clock").json["advanced"] == 0)
        #expect(try bench.server.portal.issueToken(for: "alice").alias == "token#1")
    }

    @Test func `Another scenario is served at the same URL to the same accounts`() async throws {
        let bench = try Bench()
        let url = bench.server.portal.url, accounts = bench.server.portal.accounts
        let answer = try await bench.send("POST", "/scenario", #"{"scenario":"expired"}"#)
        #expect(answer.status == 200)
        #expect(bench.server.portal.url == url)
        #expect(bench.server.portal.accounts == accounts)
        #expect(try await bench.send("GET", "/scenario").json["scenario"] == "expired")
        let curl = try await Child.curl([url])
        #expect(curl.status == 60)
    }

    @Test func `Waiting does not keep others waiting`() async throws {
        let bench = try Bench()
        let waiting = try RawClient(port: TestPortal.port(of: bench.server.url))
        let body = #"{"count":1,"operation":"info","timeout":"60s"}"#
        await waiting.send(
            "POST \(bench.path)/wait HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        #expect(try await bench.send("GET", "/health").status == 200)
        #expect(!waiting.hasAnswer)
        #expect(try await ask(bench.server.portal.httpURL) == 200)
        #expect(await waiting.read().contains(#""seen" : true"#))
        #expect(try await bench.send("POST", "/wait", #"{"count":9,"timeout":"10ms"}"#).json["seen"] == false)
    }

    @Test func `Sandboxes share nothing but the authority`() async throws {
        let bench = try Bench()
        let opened = try await bench.send("POST", "/sandboxes", #"{"scenario":"organization"}"#)
        #expect(opened.status == 201)
        let id = try #require(opened.json["id"]?.string)
        let own = try #require(opened.json["controlURL"]?.string)
        #expect(own.hasSuffix("/__mock") && own != bench.server.url)
        #expect(opened.json["url"]?.string != bench.server.portal.url)
        #expect(try await ask(opened.json["httpURL"]?.string) == 200)
        _ = try await bench.send("POST", "/sandboxes/\(id)/clock", #"{"advance":"1h"}"#)
        #expect(try await bench.send("GET", "/sandboxes/\(id)/clock").json["advanced"] == .integer(3_600_000))
        #expect(try await bench.send("GET", "/clock").json["advanced"] == 0)
        #expect(bench.server.portal.journal().requests.isEmpty)
        #expect(try await bench.send("GET", "/sandboxes/\(id)/journal").json["requests"]?.array?.count == 1)
        // Its own address governs it alone.
        #expect(try await Child.curl(["\(own)/journal"]).output.contains(#""ordinal":1"#))
        #expect(!(try await Child.curl(["\(own)/sandboxes"]).output.contains("1")))
        #expect(try await bench.send("DELETE", "/sandboxes/\(id)").status == 200)
        #expect(try await Child.curl(["-o", "/dev/null", "-w", "%{http_code}", "\(own)/health"]).output == "404")
        #expect(try await bench.send("GET", "/sandboxes/\(id)/clock").status == 404)
        await #expect(throws: RawClient.Failure.self) { try await ask(opened.json["httpURL"]?.string) }
    }

    @Test func `The ready document says all that a client needs`() async throws {
        let ready = try await Bench().send("GET", "/ready").json
        for key in ["url", "httpURL", "users", "identities", "oauthClients", "controlURL", "scenario", "pid", "nonce"] {
            #expect(ready[key] != nil, "\(key)")
        }
        #expect(ready["users"]?.array?.contains { $0["username"] == "alice" } == true)
    }

    @Test func `The authority is given in PEM`() async throws {
        let bench = try Bench()
        let answer = try await Child.curl(["\(bench.server.url)/ca.pem"])
        #expect(answer.output == bench.server.portal.authorityPEM)
    }
}
