import HTTPSemantics
import JSONValues
import MockPortalServer
import Testing

@testable import PortalSimulator

@Suite struct `HTTP archive of the control API` {
    /// A portal at which alice has signed in, with her password in the form.
    private func signedIn() async throws -> (bench: ControlBench, password: String) {
        let bench = try ControlBench()
        let portal = bench.server.portal
        let password = try #require(portal.accounts.first { $0.username == "alice" }).password.reveal { $0 }
        let body = "username=alice&password=\(password)&client=requestip&f=json"
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(
            "POST /portal/sharing/rest/generateToken?a=b%20c HTTP/1.1\r\nHost: localhost\r\nCookie: one=1; two=2\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        _ = await client.read()
        #expect(await portal.waitUntilQuiet())
        return (bench, password)
    }

    @Test func `tells each request as browsers' archives do, with secrets replaced`() async throws {
        let (bench, password) = try await signedIn()
        let answer = try await bench.send("GET", "/journal.har")
        #expect(answer.status == 200)
        let log = try #require(answer.json["log"])
        #expect(log["version"] == "1.2" && log["creator"]?["name"] == "mockportal" && log["pages"] == [])
        let entry = try #require(log["entries"]?.array?.first)
        #expect(entry["startedDateTime"]?.string?.hasSuffix("Z") == true)
        let request = try #require(entry["request"])
        #expect(request["method"] == "POST" && request["httpVersion"] == "HTTP/1.1")
        let httpURL = try #require(bench.server.portal.httpURL)
        #expect(request["url"]?.string == "\(httpURL)/sharing/rest/generateToken?a=b%20c")
        #expect(request["queryString"] == [["name": "a", "value": "b c"]])
        #expect(request["cookies"] == [["name": "one", "value": "1"], ["name": "two", "value": "2"]])
        #expect(
            request["postData"]?["params"]?.array?.contains(["name": "password", "value": "redacted-password-alice"])
                == true)
        #expect(entry["response"]?["status"] == 200 && entry["response"]?["_code"] != nil)
        #expect(entry["_operation"] == "generateToken" && entry["connection"] == "1")
        #expect(entry["time"] == entry["timings"]?["wait"])
        #expect(!answer.json.text().contains(password))
        #expect(log["_next"] == 1 && log["_dropped"] == 0)
    }

    @Test func `tells everything as received where that is asked for`() async throws {
        let (bench, password) = try await signedIn()
        #expect(try await bench.send("GET", "/journal.har?expanded=true").json.text().contains(password))
        #expect(try await !bench.send("GET", "/journal.har?expanded=false").json.text().contains(password))
    }

    @Test func `tells no password that was wrong here, and the error in the body of an answer`() async throws {
        let bench = try ControlBench()
        let body = "username=alice&password=nope-1&client=requestip&f=json"
        let client = try RawClient(port: TestPortal.port(of: bench.server.portal.httpURL))
        await client.send(
            "POST /portal/sharing/rest/generateToken?password=nope-2&f=json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Basic YWxpY2U6bm9wZQ==\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        _ = await client.read()
        #expect(await bench.server.portal.waitUntilQuiet())
        let archive = try await bench.send("GET", "/journal.har").json
        let entry = try #require(archive["log"]?["entries"]?.array?.first)
        for secret in ["nope-1", "nope-2", "YWxpY2U6bm9wZQ"] {
            #expect(!archive.text().contains(secret))
            #expect(try await bench.send("GET", "/journal.har?expanded=true").json.text().contains(secret))
        }
        #expect(
            entry["request"]?["postData"]?["params"]?.array?.contains {
                $0["name"] == "password" && $0["value"]?.string?.hasPrefix("redacted-credentials-") == true
            } == true)
        let response = try #require(entry["response"])
        #expect(response["status"] == 200)
        #expect(response["statusText"] == .string("OK, error \(response["_code"]?.integer ?? 0)"))
    }

    @Test func `takes the parts and filters of the journal`() async throws {
        let (bench, _) = try await signedIn()
        #expect(try await bench.send("GET", "/journal.har?method=GET").json["log"]?["entries"] == [])
        #expect(try await bench.send("GET", "/journal.har?since=1").json["log"]?["entries"] == [])
        #expect(try await bench.send("GET", "/journal.har?expandd=true").json["didYouMean"] == "expanded")
    }

    @Test func `tells refused handshakes among the connections`() async throws {
        let bench = try ControlBench()
        _ = try await bench.send("POST", "/scenario", #"{"scenario":"expired"}"#)
        #expect(try await Child.curl([bench.server.portal.url]).status == 60)
        #expect(await bench.server.portal.waitUntilQuiet())
        let log = try await bench.send("GET", "/journal.har").json["log"]
        let tls = log?["_connections"]?.array?.first?["tls"]
        #expect(tls?["outcome"] == "refusedByClient" && tls?["alert"]?["name"]?.string != nil && log?["entries"] == [])
    }
}
