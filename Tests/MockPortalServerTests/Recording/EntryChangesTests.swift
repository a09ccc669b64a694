import HTTPSemantics
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Changes of a journal` {
    private static let facts = ListenerFacts(name: "http", origin: Origin(scheme: "http", host: "localhost", port: 1)!)

    private static func request(_ connection: ConnectionRecord) -> RequestRecord {
        RequestRecord(
            connection: connection, ordinal: 1, clock: PortalClock(),
            head: RequestHead(target: "/", method: "GET", version: "HTTP/1.1", headers: []))
    }

    /// A journal with changes of all kinds, followed from the beginning or not at all.
    private static func recorder(isFollowed: Bool) -> JournalRecorder {
        let recorder = JournalRecorder()
        if isFollowed { recorder.follow(JournalFollower {}) }
        let connections = (0..<5).map { ConnectionRecord(listener: facts, peer: "p\($0)", openedAt: 0) }
        for connection in connections {
            recorder.opened(connection)
            let request = request(connection)
            recorder.began(request)
            recorder.update(request) { $0.operation = "info" }
        }
        recorder.closed(connections[1], by: "client", requestBytes: 1)
        return recorder
    }

    @Test func `each entry is told once, in the order of its latest change`() {
        for isFollowed in [true, false] {
            let recorder = Self.recorder(isFollowed: isFollowed)
            let names = recorder.changes(since: 0).map(\.entry)
            #expect(
                names == [
                    .connection(1), .request(1), .request(2), .connection(3), .request(3), .connection(4), .request(4),
                    .connection(5), .request(5), .connection(2),
                ], "\(isFollowed)")
        }
    }

    @Test func `from whatever change on, the list and the entries themselves tell the same`() {
        let listed = Self.recorder(isFollowed: true), searched = Self.recorder(isFollowed: false)
        for change in 0...listed.position.change {
            #expect(listed.changes(since: change) == searched.changes(since: change), "\(change)")
        }
        #expect(listed.position.change == searched.position.change && listed.changes(since: 16).isEmpty)
    }

    @Test func `changes that are listed no more are found in the entries`() {
        let recorder = JournalRecorder()
        recorder.follow(JournalFollower {})
        let connection = ConnectionRecord(listener: Self.facts, peer: "p", openedAt: 0)
        recorder.opened(connection)
        let request = Self.request(connection)
        recorder.began(request)
        for number in 0..<EntryChanges.most { recorder.update(request) { $0.operation = "\(number)" } }
        #expect(recorder.changes(since: 0).map(\.entry) == [.connection(1), .request(1)])
        #expect(recorder.changes(since: recorder.position.change - 1).map(\.entry) == [.request(1)])
    }

    @Test func `a follower is told once until it is armed again`() {
        let recorder = JournalRecorder()
        let count = Counter()
        let follower = JournalFollower { count.add() }
        recorder.follow(follower)
        for _ in 0..<3 { recorder.opened(ConnectionRecord(listener: Self.facts, peer: "p", openedAt: 0)) }
        #expect(count.value == 1)
        follower.rearm()
        recorder.clear()
        #expect(count.value == 2)
        recorder.forget(follower)
        follower.rearm()
        recorder.clear()
        #expect(count.value == 2)
    }

    private final class Counter: @unchecked Sendable {
        private(set) var value = 0
        func add() { value += 1 }
    }
}
