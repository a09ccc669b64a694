internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import TLSIdentity

/// One caller that follows a portal: what it was told, what it is to be told next, and the bytes on their way (HTML Standard §9.2,
/// Server-sent events).
///
/// It belongs to the thread of ``EventStreams``. The caller sets the pace: while it has not read what was sent, changes are not
/// queued but join, since each is told as it is at that moment.
final class EventStream: @unchecked Sendable {
    let socket: Int32
    private let ticket: ResumeTicket
    private let source: EventSource
    private let follower: JournalFollower
    /// The portal that is followed; another one takes its place when another scenario is served.
    private var recorder: JournalRecorder?
    private var generation = -1
    /// Every change up to this one was told.
    private var told = 0
    /// Changes that are to be told, in their order.
    private var due: ArraySlice<EntryChange> = []
    private var state: WatchedState?
    private var output: ArraySlice<UInt8>
    private var lastSent: Int64
    private var isHead = true
    private let finished: @Sendable () -> Void

    /// Entries of one event.
    static let batch = 100
    /// Milliseconds between two events.
    static let pause: Int64 = 60
    /// Milliseconds after which it is looked at what no change of the journal tells.
    static let look: Int64 = 1000
    /// Milliseconds after which a comment shows that both sides are there.
    static let heartbeat: Int64 = 15_000
    /// Milliseconds after which a caller that reads nothing is given up.
    static let patience: Int64 = 60_000
    /// Bytes on their way to a caller, at most: what it has not read yet is old news, and the kernel would hold megabytes of it.
    static let room: Int32 = 65_536

    /// `lastID` is what the caller was told last, as it came (HTML Standard §9.2.4, `Last-Event-ID`).
    init(
        _ source: EventSource, to ticket: ResumeTicket, socket: Int32, lastID: String?, follower: JournalFollower,
        finished: @escaping @Sendable () -> Void
    ) {
        self.source = source
        self.ticket = ticket
        self.socket = socket
        self.follower = follower
        self.finished = finished
        lastSent = PortalClock.monotonicMicroseconds / 1000
        output = Self.head[...]
        var room = Self.room
        setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        if let position = EventPosition(lastID) { resume(position) }
    }

    /// Goes on behind what was told earlier, where that is still the same journal.
    private func resume(_ position: EventPosition) {
        guard let portal = source.portal(), portal.recorder.serial == position.journal else { return }
        let (generation, change) = portal.recorder.position
        guard generation == position.generation, (0...change).contains(position.change) else { return }
        begin(portal.recorder, generation)
        told = position.change
    }

    private func begin(_ recorder: JournalRecorder, _ generation: Int) {
        self.recorder?.forget(follower)
        recorder.follow(follower)
        self.recorder = recorder
        self.generation = generation
        told = 0
        due = []
    }

    /// What the stream does next; nil where it is over.
    struct Wait {
        let events: Int16
        let milliseconds: Int64
    }

    /// Sends what can be sent; `events` is what its socket reported last.
    func advance(at now: Int64, events: Int16) -> Wait? {
        guard !hasLeft(events), source.portal() != nil else { return nil }
        guard flush(now) else { return nil }
        // What was there before the caller came is sent as fast as it is read.
        if output.isEmpty, isHead || !due.isEmpty || now - lastSent >= Self.pause {
            isHead = false
            output = nextEvent()[...]
            if output.isEmpty, now - lastSent >= Self.heartbeat { output = Array(": still here\n\n".utf8)[...] }
            guard flush(now) else { return nil }
        }
        if !output.isEmpty {
            return now - lastSent > Self.patience ? nil : Wait(events: Int16(POLLIN | POLLOUT), milliseconds: 1000)
        }
        let rest = due.isEmpty ? Self.pause - (now - lastSent) : 0
        return Wait(events: Int16(POLLIN), milliseconds: rest > 0 ? rest : due.isEmpty ? Self.look : 0)
    }

    /// Ends it: the connection is closed.
    func end() {
        recorder?.forget(follower)
        finished()
        ticket.resume(with: nil)
    }

    /// Whether the caller has left; what it sends besides is of no interest.
    private func hasLeft(_ events: Int16) -> Bool {
        guard events != 0 else { return false }
        if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return true }
        guard events & Int16(POLLIN) != 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && ![EAGAIN, EWOULDBLOCK, EINTR].contains(errno))
    }

    /// Sends what is on its way; false where the connection is broken.
    private func flush(_ now: Int64) -> Bool {
        while !output.isEmpty {
            let count = output.withUnsafeBytes { sendAtOnce($0, to: socket) }
            if count < 0 { return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) }
            output = output.dropFirst(count)
            lastSent = now
        }
        return true
    }

    /// The next events; nothing where nothing has changed.
    private func nextEvent() -> [UInt8] {
        guard let portal = source.portal() else { return [] }
        var text: [UInt8] = []
        // First, so that whatever changes from here on is told again.
        follower.rearm()
        let (generation, change) = portal.recorder.position
        if portal.recorder !== recorder || generation != self.generation {
            begin(portal.recorder, generation)
            let start: JSONValue = [
                "certificates": .array(portal.pki.recipes.map { .string($0) }), "judged": .bool(source.isJudged),
            ]
            text += Self.event("start", start, at: position)
        }
        let state = WatchedState(portal, scenario: source.scenario())
        if state != self.state {
            self.state = state
            text += Self.event("portal", state.json, at: nil)
        }
        if due.isEmpty, change > told { due = portal.recorder.changes(since: told)[...] }
        guard !due.isEmpty else { return text }
        let batch = due.prefix(Self.batch)
        due = due.dropFirst(Self.batch)
        let part = portal.recorder.part(batch.map(\.entry))
        told = max(told, batch.last?.number ?? 0)
        let entries: JSONValue = [
            "connections": .array(
                part.connections.map {
                    WatchedEntry.json($0.connection, place: $0.place, portalTime: $0.portalTime)
                }),
            "requests": .array(
                part.requests.map { WatchedEntry.json($0.request, place: $0.place, handshake: $0.handshake) }),
            "more": .integer(Int64(due.count)),
        ]
        return text + Self.event("entries", entries, at: position)
    }

    private var position: EventPosition {
        EventPosition(journal: recorder?.serial ?? 0, generation: generation, change: told)
    }

    private static func event(_ name: String, _ data: JSONValue, at position: EventPosition?) -> [UInt8] {
        // The text of a JSON value is one line: its line breaks are escaped (RFC 8259 §7).
        let id = position.map { "id: \($0.text)\n" } ?? ""
        return Array("event: \(name)\n\(id)data: ".utf8) + data.bytes() + Array("\n\n".utf8)
    }

    private static let head = Array(
        ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n"
            + "Connection: close\r\n\r\nretry: 1000\n\n").utf8)
}

/// Where a caller stands in the changes of a journal, as the identifier of an event.
struct EventPosition: Equatable {
    let journal: Int
    let generation: Int
    let change: Int

    init(journal: Int, generation: Int, change: Int) {
        self.journal = journal
        self.generation = generation
        self.change = change
    }

    /// Reads ``text``; nil where a text is none.
    init?(_ text: String?) {
        let numbers = (text ?? "").split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 3, let journal = numbers[0], let generation = numbers[1], let change = numbers[2] else {
            return nil
        }
        self.init(journal: journal, generation: generation, change: change)
    }

    var text: String { "\(journal).\(generation).\(change)" }
}

/// What an event stream is about, while it is there.
struct EventSource: Sendable {
    /// The portal that is served now; nil once it has ended.
    let portal: @Sendable () -> MockPortal?
    let scenario: @Sendable () -> String
    /// Whether its session is judged.
    let isJudged: Bool
}
