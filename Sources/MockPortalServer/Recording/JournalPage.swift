internal import Platform
internal import PortalJudge

/// A part of a journal by numbers: which entries it is made of is settled when it is asked for, what they say when they are read.
struct JournalPage {
    /// The numbers of its connections, in their order.
    let connections: [Int]
    /// The numbers of its requests; empty where there are none.
    let requests: Range<Int>
    /// What to give as `since` for what comes next.
    let next: Int
    /// The journal's generation: a cleared journal is another one.
    let generation: Int
}

extension JournalRecorder {
    /// The requests with a number above `since`, at most `limit` of them, and the connections that belong to them: those that they
    /// came over, and those that were accepted between them.
    ///
    /// From 0 on and without a limit it is the whole journal.
    func page(since: Int, limit: Int?) -> JournalPage {
        state.withLock { state in
            let entries = state.entries
            let oldest = entries.requests.first?.number ?? entries.lastRequest + 1
            let first = max(oldest, since + 1)
            let isPast = first > entries.lastRequest
            let last = isPast ? entries.lastRequest : min(entries.lastRequest, first - 1 + (limit ?? Int.max / 2))
            let requests = isPast ? 0..<0 : first..<last + 1
            let isWhole = since == 0 && last == entries.lastRequest
            var named: Set<Int> = []
            if !isWhole {
                for number in requests {
                    if let connection = entries.request(number)?.connection.number { named.insert(connection) }
                }
            }
            let isLast = last == entries.lastRequest
            let connections = entries.connections.values.filter { connection in
                isWhole || named.contains(connection.number)
                    || connection.requestsBefore >= since && (isLast || connection.requestsBefore < last)
            }
            return JournalPage(
                connections: connections.map(\.number).sorted(), requests: requests, next: last,
                generation: entries.generation)
        }
    }

    /// A connection of a page; nil where it was dropped meanwhile.
    func connection(_ number: Int, of page: JournalPage) -> Journal.Connection? {
        state.withLock { state in
            guard state.entries.generation == page.generation else { return nil }
            return state.entries.connections[number]?.decoded
        }
    }

    /// A request of a page; nil where it was dropped meanwhile.
    func request(_ number: Int, of page: JournalPage) -> Journal.Request? {
        state.withLock { state in
            guard state.entries.generation == page.generation else { return nil }
            return state.entries.request(number)?.decoded
        }
    }

    /// What was dropped up to now, and whether everything was forgotten since a page was asked for.
    func losses(since page: JournalPage) -> (entries: Int, bytes: Int, isCleared: Bool) {
        state.withLock { ($0.entries.dropped, $0.entries.droppedBytes, $0.entries.generation != page.generation) }
    }
}
