import HTTPSemantics
import JSONValues
import MockPortalServer
import Testing

@Suite struct `Filters of the journal` {
    /// A portal that was asked by alice, by a stranger and with a wrong password, over three connections.
    private func asked() async throws -> ControlBench {
        let bench = try ControlBench()
        let portal = bench.server.portal
        let token = try portal.issueToken(for: "alice").token.reveal { $0 }
        let heads = [
            "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\n",
            "GET /portal/sharing/rest/portals/self?f=json HTTP/1.1\r\nHost: localhost\r\nX-Esri-Authorization: Bearer \(token)\r\n",
            "GET /portal/nowhere HTTP/1.1\r\nHost: localhost\r\n",
        ]
        for head in heads {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("\(head)Connection: close\r\n\r\n")
            _ = await client.read()
        }
        let body = "username=bob&password=wrong&client=requestip&f=json"
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(
            "POST /portal/sharing/rest/generateToken HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        _ = await client.read()
        #expect(await portal.waitUntilQuiet())
        return bench
    }

    @Test(
        arguments: [
            ("method=POST", [4]), ("method=GET", [1, 2, 3]), ("path=/portal/nowhere", [3]),
            ("path=/portal/sharing/*", [1, 2, 4]), ("operation=portals/self", [2]), ("operation=p*", [2]),
            ("user=alice", [2]),
            ("user=bob", [4]), ("connection=3", [3]), ("status=404", [3]), ("status=200&method=GET", [1, 2]),
            ("refused=true", [3, 4]), ("refused=false", [1, 2, 3, 4]), ("listener=http", [1, 2, 3, 4]),
            ("listener=portal", []),
            ("method=GET&limit=1&since=1", [2]), ("method=PUT", []), ("code=200", [1, 2]),
        ] as [(String, [Int64])])
    func `mean what they say`(query: String, numbers: [Int64]) async throws {
        let journal = try await asked().send("GET", "/journal?\(query)").json
        let requests = journal["requests"]?.array ?? []
        #expect(requests.compactMap { $0["number"]?.integer } == numbers, "\(query)")
        let connections = Set(journal["connections"]?.array?.compactMap { $0["number"]?.integer } ?? [])
        #expect(requests.allSatisfy { connections.contains($0["connection"]?.integer ?? 0) })
        if query != "refused=false" { #expect(connections.count == numbers.count, "only those of what is meant") }
    }

    @Test func `go on where the part before ended`() async throws {
        let bench = try await asked()
        let first = try await bench.send("GET", "/journal?method=GET&limit=2").json
        #expect(first["next"] == 2)
        let rest = try await bench.send("GET", "/journal?method=GET&limit=2&since=2").json
        #expect(rest["requests"]?.array?.compactMap { $0["number"]?.integer } == [3] && rest["next"] == 4)
    }

    @Test func `show the refused handshakes among what was refused`() async throws {
        let bench = try ControlBench()
        _ = try await bench.send("POST", "/scenario", #"{"scenario":"expired"}"#)
        #expect(try await Child.curl([bench.server.portal.url]).status == 60)
        #expect(await bench.server.portal.waitUntilQuiet())
        let refused = try await bench.send("GET", "/journal?refused=true").json
        #expect(refused["connections"]?.array?.first?["tls"]?["outcome"] == "refusedByClient")
        #expect(try await bench.send("GET", "/journal?method=GET").json["connections"] == [])
    }

    @Test(arguments: [
        ("refused=yes", "true, false"), ("user=", "1 to 200"), ("status=99", "100 to 999"), ("opration=x", "operation"),
        ("connection=0", "from 1"),
    ])
    func `that are wrong are told with what is right`(query: String, word: String) async throws {
        let answer = try await ControlBench().send("GET", "/journal?\(query)")
        #expect(answer.status == 400 && answer.json["error"]?.string?.contains(word) == true, "\(answer.json)")
    }

    @Test func `hold for waiting too`() async throws {
        let bench = try await asked()
        func seen(_ body: String) async throws -> JSONValue? {
            try await bench.send("POST", "/wait", body).json["seen"]
        }
        #expect(try await seen(#"{"user":"alice","method":"GET","timeout":"10ms"}"#) == true)
        #expect(try await seen(#"{"user":"carol","timeout":"10ms"}"#) == false)
        #expect(try await seen(#"{"path":"/portal/*","count":4,"timeout":"10ms"}"#) == true)
        #expect(try await seen(#"{"path":"/portal/*","count":5,"timeout":"10ms"}"#) == false)
        let wrong = try await bench.send("POST", "/wait", #"{"status":200}"#)
        #expect(wrong.status == 400 && wrong.json["allowed"]?.array?.contains("user") == true)
    }
}
