internal import Platform
package import PortalJudge

/// What has just become of a portal's traffic, for a log that is written while it serves.
package enum JournalNews: Sendable {
    /// A connection was opened, or its handshake has ended in some way.
    case connected(ConnectionNews)
    /// A connection has ended over which no request came, or whose handshake turned out to be refused.
    case ended(ConnectionNews)
    /// A request was answered, or never will be.
    case request(RequestNews)
    /// The journal was cleared; numbers begin anew.
    case cleared
    /// So many events were not told, because the reader was too slow.
    case lost(Int)
}

/// A connection at a moment.
package struct ConnectionNews: Sendable {
    package let connection: Journal.Connection
    /// Portal time in milliseconds since 1970.
    package let portalTime: Int64
}

/// A request with what the portal made of it, without its header fields and its body.
package struct RequestNews: Sendable {
    package let number: Int
    package let connection: Int
    /// Name of the listener that received it.
    package let listener: String
    /// Portal time in milliseconds since 1970.
    package let portalTime: Int64
    package let method: String
    /// As received: it may hold secrets.
    package let target: String
    package let operation: String
    /// The user that the portal took it to be from; nil for a stranger. A client may have written anything there.
    package let user: String?
    package let presented: [Journal.PresentedToken]
    /// The scheme of its HTTP credentials, and what the gate made of them; nil where there were none.
    package let credentials: (scheme: String, verdict: Journal.Authorization.Verdict)?
    /// The client certificate of its connection, by the name of its identity.
    package let identity: String?
    package let decisions: [Journal.Decision]
    /// The answer; nil where there is none.
    package let answer: Journal.Answer?
    /// The fault that was played, in the blueprint's words.
    package let fault: String?
    /// What the parser refused, or why the request is not whole.
    package let parserError: String?
    /// Milliseconds of real time from the whole head to the answer; nil where there is none.
    package let waited: Int64?

    /// The decision that counts: the last one that refused, else the last one.
    package var decisive: Journal.Decision? { decisions.last { !$0.passed } ?? decisions.last }
}

/// What is to be told, in the order in which it happened; bounded.
struct NewsQueue {
    /// Events that wait at most, and the memory that they may keep from being freed: a reader that is slower loses the newest, and is
    /// told how many.
    static let limit = 20_000
    static let mostBytes = 16 << 20

    enum Event {
        case connected(ConnectionRecord)
        case ended(ConnectionRecord)
        case request(RequestRecord)
        case cleared
    }

    private(set) var events: [Event] = []
    private(set) var lost = 0
    private var bytes = 0

    /// Takes an event whose entry takes so much memory.
    mutating func add(_ event: Event, bytes cost: Int = 0) {
        guard events.count < Self.limit, bytes + cost <= Self.mostBytes else {
            lost += 1
            return
        }
        bytes += cost
        events.append(event)
    }

    /// Gives everything that waits, and forgets it.
    mutating func take() -> (events: [Event], lost: Int) {
        defer {
            events = []
            lost = 0
            bytes = 0
        }
        return (events, lost)
    }
}

extension JournalRecorder.State {
    /// Notes that something was learned of a request; it is told once, when its answer is known, or that there is none.
    mutating func tell(_ request: RequestRecord) {
        guard news != nil, !request.isTold else { return }
        if request.answer != nil || request.parserError != nil {
            request.isTold = true
            request.connection.untold = nil
            news?.add(.request(request), bytes: request.currentCost)
        } else {
            request.connection.untold = request
        }
    }

    /// Notes that something was learned of a connection: it is told when its handshake is over, and at its end where that says more.
    mutating func tell(_ connection: ConnectionRecord) {
        guard news != nil else { return }
        let outcome = connection.handshake?.outcome
        if connection.end == nil {
            guard !connection.isTold, outcome != .pending || connection.fault != nil else { return }
            connection.isTold = true
            connection.toldOutcome = outcome
            news?.add(.connected(connection), bytes: connection.currentCost)
            return
        }
        if let request = connection.untold {
            request.isTold = true
            connection.untold = nil
            news?.add(.request(request), bytes: request.currentCost)
        }
        let isNew = !connection.isTold || connection.toldOutcome != outcome
        let cameToNothing = connection.end?.requestBytes == 0 && (outcome == nil || outcome == .completed)
        guard isNew || cameToNothing else { return }
        connection.isTold = true
        connection.toldOutcome = outcome
        news?.add(.ended(connection), bytes: connection.currentCost)
    }
}

extension JournalRecorder {
    /// Gives what happened since the last call; only for a recorder that has a bell.
    ///
    /// The lock is held for a few entries at a time, so that no connection waits for a reader.
    func takeNews(_ each: (JournalNews) -> Void) {
        let (events, lost) = state.withLock { $0.news?.take() ?? ([], 0) }
        var rest = events[...]
        while !rest.isEmpty {
            let part = rest.prefix(32)
            rest = rest.dropFirst(part.count)
            let told = state.withLock { _ in part.map { news(of: $0) } }
            for one in told { each(one) }
        }
        if lost > 0 { each(.lost(lost)) }
    }

    /// An event in words; the caller holds the lock.
    private func news(of event: NewsQueue.Event) -> JournalNews {
        switch event {
        case .connected(let record):
            .connected(ConnectionNews(connection: record.decoded, portalTime: portalTime(record.openedAt)))
        case .ended(let record):
            .ended(ConnectionNews(connection: record.decoded, portalTime: portalTime(record.end?.at)))
        case .request(let record): .request(RequestNews(record))
        case .cleared: .cleared
        }
    }

    /// Portal time of a moment in milliseconds since the recorder started, as the clock stands now.
    private func portalTime(_ moment: Double?) -> Int64 {
        PortalClock.realTime + advance() - Int64(max(0, elapsed - (moment ?? elapsed)))
    }
}

extension RequestNews {
    fileprivate init(_ record: RequestRecord) {
        number = record.number
        connection = record.connection.number
        listener = record.connection.listener.name
        portalTime = record.portalTime
        method = record.head.method
        target = record.head.target
        operation = record.operation
        user = record.user
        presented = record.presented
        credentials = record.webTier?.authorization.map { ($0.scheme, $0.verdict) }
        identity = record.connection.handshake?.identity
        decisions = record.decisions
        answer = record.answer
        fault = record.fault
        parserError = record.parserError
        waited = record.waited
    }
}
