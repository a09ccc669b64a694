import HTTPSemantics
import JSONValues
import Platform
import PortalJudge
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Budget of a journal` {
    private static let listener = {
        guard let origin = Origin(ofURL: "http://localhost:8080") else { preconditionFailure("this is a URL") }
        return ListenerFacts(name: "http", origin: origin)
    }()

    private static func connection() -> ConnectionRecord {
        ConnectionRecord(listener: listener, peer: "127.0.0.1:50000", openedAt: 0)
    }

    private static func request(_ connection: ConnectionRecord, bytes: Int) -> RequestRecord {
        let head = RequestHead(target: "/portal", method: "GET", version: "HTTP/1.1", headers: [])
        let request = RequestRecord(connection: connection, ordinal: 1, clock: PortalClock(), head: head)
        request.body = Array(repeating: 0x61, count: bytes)
        return request
    }

    @Test func `the oldest requests make room, and their number and bytes are told`() async throws {
        var options = ServeOptions.unhurried
        options.resources.journal.bytes = 300_000
        let portal = try TestPortal.start(["http": "serve"], options: options)
        defer { portal.stop() }
        try await `Journal of the control API`.send(20, bodyBytes: 50_000, to: portal)
        let journal = portal.journal()
        #expect(journal.requests.map(\.number) == Array((21 - journal.requests.count)...20))
        #expect((3...5).contains(journal.requests.count))
        #expect(journal.dropped == 20 - journal.requests.count)
        #expect((journal.droppedBytes ?? 0) > journal.dropped * 50_000)
        #expect(journal.connections.map(\.number) == [1])
        #expect(portal.recorder.bytes <= 300_000)
    }

    @Test func `connections count too, and those of kept requests stay`() {
        var limits = JournalLimits()
        limits.bytes = 20_000
        let recorder = JournalRecorder(limits: limits)
        let first = Self.connection()
        recorder.opened(first)
        for _ in 0..<200 {
            let connection = Self.connection()
            recorder.opened(connection)
            recorder.closed(connection, by: "client", requestBytes: 0)
        }
        recorder.recorded(Self.request(first, bytes: 100))
        recorder.closed(first, by: "client", requestBytes: 100)
        let journal = recorder.snapshot()
        #expect(journal.connections.count < 60 && journal.connections.count > 10)
        #expect(journal.connections.first?.number == 1)
        #expect(journal.dropped == 201 - journal.connections.count)
        #expect(recorder.bytes <= 20_000)
    }

    @Test func `what is learned of a dropped request is not counted`() {
        var limits = JournalLimits()
        limits.bytes = 10_000
        let recorder = JournalRecorder(limits: limits)
        let connection = Self.connection()
        recorder.opened(connection)
        let alone = recorder.bytes
        let late = Self.request(connection, bytes: 0)
        recorder.began(late)
        recorder.recorded(Self.request(connection, bytes: 9_000))
        #expect(recorder.snapshot().requests.map(\.number) == [2])
        recorder.update(late) { $0.body = Array(repeating: 0, count: 5_000) }
        #expect(recorder.snapshot().requests.map(\.number) == [2])
        // One that is larger than the whole budget is dropped itself.
        recorder.recorded(Self.request(connection, bytes: 20_000))
        #expect(recorder.snapshot().requests.isEmpty)
        #expect(recorder.bytes == alone && recorder.snapshot().dropped == 3)
    }

    @Test(arguments: 0..<8) func `its count is what its entries take, whatever comes`(_ seed: UInt64) {
        var random = Steps(state: seed)
        var limits = JournalLimits()
        limits.bytes = 60_000
        limits.requests = 30
        limits.connections = 20
        let recorder = JournalRecorder(limits: limits)
        var open: [ConnectionRecord] = [], requests: [RequestRecord] = []
        var accepted = 0, begun = 0
        for _ in 0..<2_000 {
            switch random.next(8) {
            case 0, 1:
                open.append(Self.connection())
                recorder.opened(open[open.count - 1])
                accepted += 1
            case 2 where !open.isEmpty:
                recorder.closed(open.remove(at: random.next(open.count)), by: "client", requestBytes: 0)
            case 3, 4, 5:
                guard !open.isEmpty else { continue }
                requests.append(Self.request(open[random.next(open.count)], bytes: random.next(4_000)))
                recorder.began(requests[requests.count - 1])
                begun += 1
            case 6 where !requests.isEmpty:
                let bytes = random.next(9_000)
                recorder.update(requests[random.next(requests.count)]) { $0.body = Array(repeating: 1, count: bytes) }
            default:
                guard random.next(300) == 0 else { continue }
                recorder.clear()
                (accepted, begun) = (open.count, 0)
            }
            recorder.state.withLock { state in
                let entries = state.entries
                let costs =
                    entries.requests.elements.reduce(0) { $0 + $1.currentCost }
                    + entries.connections.values.reduce(0) { $0 + $1.currentCost }
                #expect(entries.bytes == costs)
                #expect(entries.requests.count <= 30 && entries.open == open.count)
                #expect(entries.dropped + entries.requests.count + entries.connections.count == accepted + begun)
                #expect(open.allSatisfy { entries.connections[$0.number] === $0 })
                #expect(
                    entries.requests.elements.allSatisfy { entries.connections[$0.connection.number] === $0.connection }
                )
                #expect(entries.bytes <= 60_000 || entries.requests.isEmpty)
            }
        }
    }

    /// Numbers that are the same in every run.
    private struct Steps {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}
