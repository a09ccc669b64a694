internal import Platform
internal import PortalJudge

/// A part of a journal by numbers: which entries it is made of is settled when it is asked for, what they say when they are read.
struct JournalPage {
    /// The numbers of its connections, in their order.
    let connections: [Int]
    /// The numbers of its requests, in their order; empty where there are none.
    let requests: [Int]
    /// What to give as `since` for what comes next.
    let next: Int
    /// The journal's generation: a cleared journal is another one.
    let generation: Int
}

extension JournalRecorder {
    /// The requests with a number above `since` that a filter means, at most `limit` of them, and the connections that belong to them:
    /// those that they came over, and without a filter those that were accepted between them.
    ///
    /// From 0 on and without a limit or a filter it is the whole journal.
    func page(since: Int, limit: Int?, filter: JournalFilter = JournalFilter()) -> JournalPage {
        state.withLock { state in
            let entries = state.entries
            let oldest = entries.requests.first?.number ?? entries.lastRequest + 1
            let first = max(oldest, since + 1)
            let isPast = first > entries.lastRequest
            let most = limit ?? Int.max / 2
            var last = isPast ? entries.lastRequest : min(entries.lastRequest, first - 1 + most)
            var requests = isPast ? [] : Array(first..<last + 1)
            if !filter.isEmpty, !isPast {
                requests = []
                for number in first...entries.lastRequest {
                    guard let request = entries.request(number), filter.matches(request) else { continue }
                    requests.append(number)
                    if requests.count == most { break }
                }
                // What was looked at and not meant need not be looked at again.
                last = requests.count == most ? requests.last ?? entries.lastRequest : entries.lastRequest
            }
            let isWhole = since == 0 && last == entries.lastRequest && filter.isEmpty
            var named: Set<Int> = []
            if !isWhole {
                for number in requests {
                    if let connection = entries.request(number)?.connection.number { named.insert(connection) }
                }
            }
            let isLast = last == entries.lastRequest
            let connections = entries.connections.values.filter { connection in
                guard !isWhole, !named.contains(connection.number) else { return true }
                guard connection.requestsBefore >= since, isLast || connection.requestsBefore < last else {
                    return false
                }
                return filter.isEmpty || filter.matches(connection)
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

extension JournalRecorder {
    /// The requests of a page whose forms may hold verifiers that clients made up.
    func tokenRequests(of page: JournalPage) -> [Journal.Request] {
        page.requests.compactMap { number in
            state.withLock { state in
                guard state.entries.generation == page.generation, let record = state.entries.request(number),
                    record.operation.hasSuffix("/token")
                else { return nil }
                return record.decoded
            }
        }
    }

    /// Milliseconds of real time from the whole head of a request to its answer; nil where there is none.
    func waited(_ number: Int, of page: JournalPage) -> Int64? {
        state.withLock { state in
            guard state.entries.generation == page.generation else { return nil }
            return state.entries.request(number)?.waited
        }
    }
}
