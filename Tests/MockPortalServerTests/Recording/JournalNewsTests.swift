import HTTPSemantics
import JSONValues
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

struct `News of a journal` {
    private let bell = JournalBell()

    private func portal(_ blueprint: JSONValue = ["http": "serve"]) throws -> MockPortal {
        var options = ServeOptions.unhurried
        options.bell = bell
        return try TestPortal.start(blueprint, options: options)
    }

    /// What was told, in short words.
    private func news(of portal: MockPortal) -> [String] {
        var words: [String] = []
        portal.takeNews { news in
            switch news {
            case .connected(let news):
                words.append(
                    "connected \(news.connection.listener) \(news.connection.tls?.outcome.rawValue ?? "plain")")
            case .ended(let news): words.append("ended \(news.connection.tls?.outcome.rawValue ?? "plain")")
            case .request(let request):
                let decision = request.decisive.map { " \($0.gate):\($0.passed)" } ?? ""
                words.append(
                    "\(request.method) \(request.operation) \(request.user ?? "-") \(request.answer?.status ?? 0)\(decision)"
                )
            case .cleared: words.append("cleared")
            case .lost(let count): words.append("lost \(count)")
            }
        }
        return words
    }

    private func send(_ text: String, to portal: MockPortal) async throws {
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send(text)
        _ = await client.read()
        #expect(await portal.waitUntilQuiet())
    }

    @Test func `tell each connection and request once, in their order`() async throws {
        let portal = try portal()
        defer { portal.stop() }
        #expect(news(of: portal) == [])
        try await send(
            "GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: portal)
        #expect(news(of: portal) == ["connected http plain", "GET info - 200"])
        #expect(news(of: portal) == [])
        try await send(
            "POST /portal/sharing/rest/generateToken HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\nConnection: close\r\n\r\nusername=bob",
            to: portal)
        portal.clearJournal()
        let told = news(of: portal)
        #expect(told.first == "connected http plain" && told.last == "cleared" && told.count == 3, "\(told)")
    }

    @Test func `tell refused handshakes and connections that come to nothing`() async throws {
        let portal = try portal(["tls": ["certificate": "expired"], "http": "serve"])
        defer { portal.stop() }
        #expect(try await Child.curl([portal.url]).status == 60)
        // Its listener has threads of its own, and learns of the end after curl has gone.
        #expect(await portal.waitUntilQuiet())
        do { _ = try RawClient(port: TestPortal.port(of: portal.httpURL)) }
        await portal.waitForConnections(2)
        #expect(await portal.waitUntilQuiet())
        let told = news(of: portal)
        #expect(told.filter { $0.contains("refusedByClient") }.count == 1, "\(told)")
        #expect(told.suffix(2) == ["connected http plain", "ended plain"])
    }

    @Test func `tell a request that is never answered when its connection ends`() async throws {
        let portal = try portal(["http": "serve", "hold": ["info"]])
        let client = try RawClient(port: TestPortal.port(of: portal.httpURL))
        await client.send("GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await portal.waitForRequests(1, timeout: .seconds(60)))
        #expect(news(of: portal) == ["connected http plain"])
        portal.stop()
        #expect(news(of: portal) == ["GET info - 0"])
    }

    @Test func `ring the bell`() async throws {
        let bell = try #require(bell)
        let portal = try portal()
        defer { portal.stop() }
        try await send(
            "GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: portal)
        // It would wait for ever otherwise.
        bell.wait()
        #expect(news(of: portal).count == 2)
    }

    @Test func `are bounded, and what is lost is counted`() {
        var queue = NewsQueue()
        for _ in 0..<(NewsQueue.limit + 7) { queue.add(.cleared) }
        let taken = queue.take()
        #expect(taken.events.count == NewsQueue.limit && taken.lost == 7)
        #expect(queue.take().events.isEmpty && queue.take().lost == 0)
        for _ in 0..<20 { queue.add(.cleared, bytes: 1 << 20) }
        #expect(queue.take().lost == 4)
    }

    @Test func `are not kept where nothing follows`() async throws {
        let portal = try TestPortal.start(["http": "serve"])
        defer { portal.stop() }
        try await send(
            "GET \(TestPortal.infoPath) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", to: portal)
        #expect(news(of: portal) == [])
    }
}
