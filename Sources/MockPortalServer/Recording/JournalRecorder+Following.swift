internal import Platform
internal import PortalJudge

/// Entries of a journal as they are now, with their places among all entries.
struct JournalPart {
    var connections: [(place: Int, connection: Journal.Connection, portalTime: Int64)] = []
    var requests: [(place: Int, request: Journal.Request, handshake: Journal.Handshake?)] = []
}

extension JournalRecorder {
    private static let made = Locked(0)

    /// Counts the recorders of this process.
    static func nextSerial() -> Int {
        made.withLock { made in
            made += 1
            return made
        }
    }

    /// Has a follower told of every change from now on.
    func follow(_ follower: JournalFollower) { state.withLock { $0.changes.add(follower) } }

    /// Ends ``follow(_:)``.
    func forget(_ follower: JournalFollower) { state.withLock { $0.changes.remove(follower) } }

    /// The numbers of the journal's generation and of its latest change.
    var position: (generation: Int, change: Int) {
        state.withLock { ($0.entries.generation, $0.changes.latest) }
    }

    /// What has changed since a change, each entry once, in the order of their latest changes.
    func changes(since: Int) -> [EntryChange] {
        let found = state.withLock { state in
            if let listed = state.changes.listed(since: since) {
                // An entry that has changed again is listed again.
                return listed.filter { state.entries.change(of: $0.entry) == $0.number }
            }
            return state.entries.changes(since: since)
        }
        return found.sorted { $0.number < $1.number }
    }

    /// Entries as they are now; those that were dropped are left out.
    func part(_ names: some Sequence<EntryName>) -> JournalPart {
        state.withLock { state in
            var part = JournalPart()
            for name in names {
                switch name {
                case .connection(let number):
                    guard let record = state.entries.connections[number] else { continue }
                    part.connections.append((record.sequence, record.decoded, record.portalTime))
                case .request(let number):
                    guard let record = state.entries.request(number) else { continue }
                    part.requests.append((record.sequence, record.decoded, record.connection.handshake))
                }
            }
            return part
        }
    }

    /// How many requests and connections were numbered, how many connections are open, and how many entries were dropped.
    var counts: (requests: Int, connections: Int, open: Int, dropped: Int) {
        state.withLock { state in
            let entries = state.entries
            return (entries.lastRequest, entries.lastConnection, entries.open, entries.dropped)
        }
    }
}

extension JournalEntries {
    /// The number of an entry's latest change; nil where it was dropped.
    func change(of name: EntryName) -> Int? {
        switch name {
        case .connection(let number): connections[number]?.change
        case .request(let number): request(number)?.change
        }
    }

    /// The entries whose latest change has a number above `since`, in no order.
    func changes(since: Int) -> [EntryChange] {
        let connections = connections.values.filter { $0.change > since }.map {
            EntryChange(number: $0.change, entry: .connection($0.number))
        }
        let requests = requests.elements.filter { $0.change > since }.map {
            EntryChange(number: $0.change, entry: .request($0.number))
        }
        return connections + requests
    }
}
