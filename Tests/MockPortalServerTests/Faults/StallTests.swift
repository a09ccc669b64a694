import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

/// What waits must be no burden for anybody else, and must end with its client or the portal.
struct `Stalls` {
    private static let request = "GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test func `hold up no other connection`() async throws {
        let portal = try TestPortal.start([
            "http": "serve",
            "faults": [
                ["operation": "info", "play": "stall"], ["connection": 3, "listener": "http", "play": "stall"],
            ],
        ])
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        let clients = try (0..<60).map { _ in try RawClient(port: port) }
        for client in clients { await client.send(Self.request) }
        // The third connection is never read.
        #expect(await portal.waitForRequests(59, operation: "info"))
        for url in [portal.url, portal.httpURL ?? ""] {
            for _ in 0..<10 {
                let answer = try await Child.curl([
                    "-k", "-o", "/dev/null", "-w", "%{http_code}", "\(url)/sharing/rest/portals/self",
                ])
                #expect(answer.output == "200")
            }
        }
        #expect(clients.allSatisfy { !$0.hasAnswer })
        let journal = portal.journal()
        #expect(journal.requests.count { $0.fault == "stall" && $0.answer == nil } == 59)
        // Two threads accept, so that the third of the listener need not be the third of the journal.
        #expect(journal.connections.compactMap(\.fault) == ["stall"])
    }

    @Test(arguments: ["stall", "reset"]) func `end when their client leaves`(play: String) async throws {
        let portal = try TestPortal.start([
            "http": "serve",
            "faults": [
                ["operation": "info", "play": "stall"],
                ["operation": "portals/self", "play": ["stall": ["body": 10]]],
                ["connection": 3, "listener": "http", "play": "stall"],
            ],
        ])
        defer { portal.stop() }
        for path in [TestPortal.infoPath, "/portal/sharing/rest/portals/self", "/"] {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            if path != "/" {
                #expect(await portal.waitForRequests(path == TestPortal.infoPath ? 1 : 2))
            }
            if path.hasSuffix("self") { #expect(await portal.waitForFaults(2)) }
            if play == "reset" { client.resetsWhenClosed() }
        }
        await portal.waitForConnections(3)
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().connections.map { $0.end?.by } == ["client", "client", "client"])
        #expect(portal.journal().requests.map { $0.answer?.size } == [nil, 10])
    }

    @Test func `end over TLS when their client leaves`() async throws {
        let portal = try TestPortal.start([
            "faults": [["operation": "info", "play": "stall"], ["connection": 2, "play": "stall"]]
        ])
        defer { portal.stop() }
        for (number, request) in [Self.request, ""].enumerated() {
            let client = try await PythonPeer.start(PythonPeer.speakOnce, ["\(portal.port)", request])
            #expect(await portal.waitForFaults(number + 1))
            await client.finish()
        }
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.connections.map { $0.end?.by } == ["client", "client"])
        #expect(journal.connections.map { $0.tls?.outcome } == [.completed, .abandoned])
        #expect(journal.connections.map(\.fault) == [nil, "stall"])
        #expect(journal.connections.map { $0.end?.requestBytes ?? -1 > 0 } == [true, false])
    }

    @Test func `end when the portal stops`() async throws {
        let portal = try TestPortal.start([
            "http": "serve",
            "faults": [
                ["connection": 1, "listener": "http", "play": "stall"],
                ["operation": "info", "play": "stall"], ["operation": "portals/self", "play": ["drip": ["rate": 1]]],
                ["operation": "Traffic", "play": "halfClose"], ["operation": "community/self", "play": "endlessBody"],
            ],
        ])
        defer { portal.stop() }
        let plain = TestPortal.port(of: portal.httpURL)
        var clients: [RawClient] = []
        var secure: [PythonPeer.Running] = []
        func ask(_ path: String) async throws {
            let client = try RawClient(port: plain)
            await client.send("GET \(path)?f=json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            clients.append(client)
            // Two threads accept, and the first connection is to be the first.
            if clients.count == 1 { #expect(await portal.waitForFaults(1)) }
            secure.append(
                try await PythonPeer.start(PythonPeer.fetch, ["\(portal.port)", "https", "\(path)?f=json"]))
        }
        // Each of these pauses once.
        try await ask("/")
        try await ask("/portal/sharing/rest/info")
        try await ask("/server/rest/services/Traffic/MapServer")
        #expect(await portal.waitForFaults(5))
        // The program leaves once it has read the end, and its connection ends before the portal does.
        await secure[2].finish()
        while !portal.journal().connections.contains(where: { $0.end != nil }) { await Task.yield() }
        // A drip pauses after each drop and an endless body never; either has begun where its client gets an answer.
        try await ask("/portal/sharing/rest/portals/self")
        try await ask("/portal/sharing/rest/community/self")
        #expect(await portal.waitForRequests(9))
        while portal.journal().requests.count(where: { $0.answer?.size != nil && $0.fault != nil }) < 6 {
            await Task.yield()
        }
        portal.stop()
        for client in clients { _ = await client.read() }
        for peer in secure { await peer.finish() }
        let ends = portal.journal().connections.map { $0.end?.by ?? "open" }.sorted()
        #expect(ends == ["server"] + [String](repeating: "shutdown", count: 9))
    }

    @Test func `are the portal's end, not the server's, where it stops before they begin`() async throws {
        let portal = try TestPortal.start(["http": "serve", "faults": [["operation": "info", "play": "stall"]]])
        defer { portal.stop() }
        // The first thing that a portal stops.
        portal.player.stop()
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(Self.request)
        #expect(await client.read().isEmpty)
        #expect(await portal.waitUntilQuiet())
        let journal = portal.journal()
        #expect(journal.connections.map { $0.end?.by } == ["shutdown"])
        #expect(journal.requests.map(\.fault) == [nil])
    }

    @Test func `follow a blueprint that changes while they last`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        let port = TestPortal.port(of: portal.httpURL)
        func status() async throws -> Int? {
            let client = try RawClient(port: port)
            await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return await client.readStatus()
        }
        #expect(try await status() == 200)
        try portal.perform(.set(["faults": [["operation": "info", "play": ["status": 503], "times": 2]]]))
        #expect(try await [status(), status(), status()] == [503, 503, 200])
        // What does not name the list lets it count on; naming it counts anew, also where it says the same.
        try portal.perform(.set(["secured": []]))
        #expect(try await status() == 200)
        try portal.perform(.set(["faults": [["operation": "info", "play": ["status": 503], "times": 2]]]))
        #expect(try await status() == 503)
        try portal.perform(.set(["faults": [["operation": "info", "play": ["status": 502], "times": 1, "skip": 1]]]))
        #expect(try await [status(), status(), status()] == [200, 502, 200])
        try portal.perform(.set(["faults": []]))
        #expect(try await status() == 200)
        #expect(
            portal.journal().requests.compactMap(\.fault) == ["status 503", "status 503", "status 503", "status 502"])
    }

    @Test func `A kept connection that closes under a request is opened anew by curl`() async throws {
        let portal = try TestPortal.start([
            "faults": [["operation": "info", "kept": true, "times": 1, "play": "close"]]
        ])
        defer { portal.stop() }
        let url = "\(portal.url)/sharing/rest/info?f=json"
        let answer = try await Child.curl(["-k", url, url])
        #expect(answer.status == 0)
        #expect(await portal.waitUntilQuiet())
        let requests = portal.journal().requests
        #expect(requests.map(\.connection) == [1, 1, 2])
        #expect(requests.map(\.answer?.status) == [200, nil, 200])
        #expect(requests.map(\.fault) == [nil, "close", nil])
    }
}
