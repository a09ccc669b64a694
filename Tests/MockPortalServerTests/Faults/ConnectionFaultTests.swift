import JSONValues
import MockPortalServer
import PortalJudge
import Testing

/// Plays on a connection from its first moment, before curl.
@Suite struct `Connection faults` {
    struct Case: CustomTestStringConvertible, Sendable {
        let play: String
        /// What curl may exit with over HTTP; 0 where the play is about TLS.
        let plain: Set<Int32>
        /// What curl says over TLS.
        let secure: String
        var testDescription: String { play }
    }

    @Test(arguments: [
        // Before it has connected, while it sends, or while it waits for an answer.
        Case(play: "reset", plain: [7, 55, 56], secure: ""),
        Case(play: "close", plain: [52], secure: ""),
        Case(play: "resetHandshake", plain: [0], secure: "reset"),
        Case(play: "closeHandshake", plain: [0], secure: ""),
        Case(play: "plainHTTP", plain: [0], secure: "wrong version number"),
        Case(play: "junk", plain: [1, 56], secure: "wrong version number"),
    ])
    func `reach curl as they say`(row: Case) async throws {
        let portal = try TestPortal.start([
            "http": "serve", "faults": [["everyConnection": 1, "play": .string(row.play)]],
        ])
        defer { portal.stop() }
        let path = "sharing/rest/info?f=json"
        let plain = try await Child.curl(["\(portal.httpURL ?? "")/\(path)"])
        #expect(row.plain.contains(plain.status))
        let secure = try await Child.curl(["-k", "\(portal.url)/\(path)"])
        #expect([7, 35].contains(secure.status))
        #expect(secure.output.contains(row.secure))
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        let faulty = journal.connections.filter { $0.fault == row.play }
        #expect(faulty.map(\.listener) == (row.plain == [0] ? ["portal"] : ["http", "portal"]))
        #expect(faulty.allSatisfy { $0.end?.by == "server" })
        #expect(faulty.last?.tls?.outcome == .abandoned)
        #expect(faulty.last?.end?.requestBytes == 0)
        #expect(journal.requests.count == (row.plain == [0] ? 1 : 0))
    }

    @Test func `count each listener's connections, and each n-th comes again`() async throws {
        let portal = try TestPortal.start([
            "http": "serve",
            "faults": [
                ["connection": 2, "listener": "http", "play": "close"], ["everyConnection": 3, "play": "close"],
            ],
        ])
        defer { portal.stop() }
        var seen: [String] = []
        for index in 0..<7 {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            let status = await client.readStatus()
            seen.append(status.map { "\(index + 1):\($0)" } ?? "\(index + 1):-")
        }
        #expect(seen == ["1:200", "2:-", "3:-", "4:200", "5:200", "6:-", "7:200"])
        #expect(try await Child.curl(["-k", "\(portal.url)/sharing/rest/info"]).status == 0)
        try portal.reset()
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(await client.readStatus() == 200)
    }

    @Test func `a stalled handshake is longer than a listener's patience with silence`() async throws {
        var options = ServeOptions()
        options.limits.idleSeconds = 10
        let portal = try TestPortal.start(
            ["http": "serve", "faults": [["connection": 1, "listener": "portal", "play": "stall"]]], options: options)
        defer { portal.stop() }
        let stalled = try await PythonPeer.start(PythonPeer.speakOnce, ["\(portal.port)", ""])
        #expect(await portal.waitForFaults(1))
        // A connection that began later is silent for as long as the patience lasts.
        let silent = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await silent.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await silent.read().contains("authInfo"))
        await stalled.finish()
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map { $0.end?.by } == ["client", "timeout"])
    }
}
