import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@Suite struct `Held answers` {
    private let request =
        "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test func `An answer waits until its operation is released`() async throws {
        let portal = try TestPortal.start(["http": "serve", "hold": ["info"]])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(request)
        #expect(await portal.waitForRequests(1, operation: "info"))
        #expect(!client.hasAnswer)
        #expect(portal.journal().requests.map(\.answer?.status) == [nil])
        try portal.perform(.release("info"))
        #expect(await client.readStatus() == 200)
        #expect(portal.journal().requests.map(\.answer?.status) == [200])
    }

    @Test func `Once released, an operation answers at once`() async throws {
        let portal = try TestPortal.start(["http": "serve", "hold": ["info"]])
        defer { portal.stop() }
        try portal.perform(.release("info"))
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(request)
        #expect(await client.readStatus() == 200)
    }

    @Test func `Holding again what was released makes it wait again`() async throws {
        let portal = try TestPortal.start(["http": "serve", "hold": ["info"]])
        defer { portal.stop() }
        try portal.perform(.release("info"))
        try portal.perform(.set(["hold": ["info"]]))
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(request)
        #expect(await portal.waitForRequests(1, operation: "info"))
        #expect(portal.journal().requests.map(\.answer?.status) == [nil])
        try portal.perform(.release("info"))
        #expect(await client.readStatus() == 200)
    }

    @Test func `A fault whose client left while its answer was held was not played`() async throws {
        let portal = try TestPortal.start([
            "http": "serve", "hold": ["info"], "faults": [["operation": "info", "play": "reset"]],
        ])
        defer { portal.stop() }
        do {
            let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
            await client.send(request)
            #expect(await portal.waitForRequests(1, operation: "info"))
        }
        #expect(await portal.waitUntilQuiet())
        #expect(portal.journal().requests.map(\.fault) == [nil])
    }

    @Test func `Other operations are answered meanwhile`() async throws {
        let portal = try TestPortal.start(["http": "serve", "hold": ["portals/self"]])
        defer { portal.stop() }
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(request)
        #expect(await client.readStatus() == 200)
    }

    @Test func `Stopping drops what waits`() async throws {
        let portal = try TestPortal.start(["http": "serve", "hold": ["info"]])
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(request)
        #expect(await portal.waitForRequests(1, operation: "info"))
        portal.stop()
        #expect(await client.read().isEmpty)
        #expect(portal.journal().requests.map(\.answer) == [nil])
    }

    @Test func `answers are held back so many, then refused`() async throws {
        var options = ServeOptions.unhurried
        options.resources.heldAnswers = 1
        let portal = try TestPortal.start(["http": "serve", "hold": ["info"]], options: options)
        defer { portal.stop() }
        let request = "GET /portal/sharing/rest/info?f=json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        let first = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await first.send(request)
        // It stands in the journal before it is held.
        while portal.heldBackCount == 0 { await Task.yield() }
        let second = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await second.send(request)
        #expect(await second.read().contains("1 answers are held back already"))
        let told = portal.journal().requests.last
        #expect(told?.answer?.status == 503 && told?.decisions.last?.gate == "limits")
        try portal.perform(.release("info"))
        #expect(await first.readStatus() == 200)
    }
}
