internal import Platform

/// The entries of a journal within their limits: the oldest make room, and what went is counted.
struct JournalEntries {
    let limits: JournalLimits
    /// Requests in the order in which their heads were complete; their numbers have no gaps.
    private(set) var requests = Deque<RequestRecord>()
    /// Every connection that is kept, by its number: the listed ones, the open ones, and those of kept requests.
    private(set) var connections: [Int: ConnectionRecord] = [:]
    /// The connections that are dropped one after the other.
    private var listed = Deque<ConnectionRecord>()
    /// The memory that all of them take, as far as it is counted.
    private(set) var bytes = 0
    /// Entries that had to go, and what they took.
    private(set) var dropped = 0
    private(set) var droppedBytes = 0
    /// Connections that have not ended.
    private(set) var open = 0
    /// The numbers of the latest entries.
    private(set) var lastRequest = 0
    private(set) var lastConnection = 0
    /// Counts how often everything was forgotten.
    private(set) var generation = 0
    private var lastSequence = 0

    init(_ limits: JournalLimits) { self.limits = limits }

    /// Takes an accepted connection; it gets its number.
    mutating func add(_ connection: ConnectionRecord) -> DroppedEntries {
        lastConnection += 1
        lastSequence += 1
        connection.number = lastConnection
        connection.sequence = lastSequence
        connection.requestsBefore = lastRequest
        connection.isListed = true
        connections[connection.number] = connection
        listed.append(connection)
        open += 1
        count(connection)
        return makeRoom()
    }

    /// Takes a request and what it takes (``RequestRecord/currentCost``); it gets its number.
    mutating func add(_ request: RequestRecord, cost: Int) -> DroppedEntries {
        lastRequest += 1
        lastSequence += 1
        request.number = lastRequest
        request.sequence = lastSequence
        request.isKept = true
        request.connection.keptRequests += 1
        requests.append(request)
        bytes += cost
        request.cost = cost
        return makeRoom()
    }

    /// Counts what an entry takes after something was learned of it.
    mutating func changed(_ request: RequestRecord) -> DroppedEntries {
        guard request.isKept else { return DroppedEntries() }
        let cost = request.currentCost
        bytes += cost - request.cost
        request.cost = cost
        return makeRoom()
    }

    /// The same for a connection.
    mutating func changed(_ connection: ConnectionRecord) -> DroppedEntries {
        guard connections[connection.number] === connection else { return DroppedEntries() }
        count(connection)
        return makeRoom()
    }

    /// Notes that a connection has ended.
    mutating func ended(_ connection: ConnectionRecord) -> DroppedEntries {
        open -= 1
        release(connection)
        return changed(connection)
    }

    /// The request with a number; nil where it was dropped.
    func request(_ number: Int) -> RequestRecord? {
        requests.first.flatMap { requests[number - $0.number] }
    }

    /// Forgets everything but the open connections; requests count from 1 again, and so do connections where none is open.
    mutating func clear() -> DroppedEntries {
        var old = DroppedEntries()
        for entry in requests.elements { old.add(entry) }
        for entry in listed.elements { old.add(entry) }
        for request in requests.elements { request.isKept = false }
        let staying = connections.values.filter { $0.end == nil }.sorted { $0.number < $1.number }
        let last = staying.isEmpty ? 0 : lastConnection
        let (generation, open) = (generation + 1, open)
        self = JournalEntries(limits)
        self.generation = generation
        self.open = open
        lastConnection = last
        for connection in staying {
            lastSequence += 1
            connection.sequence = lastSequence
            connection.requestsBefore = 0
            connection.keptRequests = 0
            connection.isListed = true
            connection.cost = 0
            connections[connection.number] = connection
            listed.append(connection)
            count(connection)
        }
        return old
    }

    private mutating func count(_ connection: ConnectionRecord) {
        let cost = connection.currentCost
        bytes += cost - connection.cost
        connection.cost = cost
    }

    /// Drops the oldest entries until the limits are kept; what was dropped is released by the caller, outside its lock.
    private mutating func makeRoom() -> DroppedEntries {
        var old = DroppedEntries()
        while requests.count > limits.requests, let request = dropRequest() { old.add(request) }
        while listed.count > limits.connections, let connection = dropConnection() { old.add(connection) }
        while bytes > limits.bytes {
            let request = requests.first?.sequence ?? .max, connection = listed.first?.sequence ?? .max
            guard let entry: AnyObject = request < connection ? dropRequest() : dropConnection() else { break }
            old.add(entry)
        }
        return old
    }

    private mutating func dropRequest() -> RequestRecord? {
        guard let request = requests.popFirst() else { return nil }
        request.isKept = false
        bytes -= request.cost
        dropped += 1
        droppedBytes += request.cost
        request.connection.keptRequests -= 1
        release(request.connection)
        return request
    }

    private mutating func dropConnection() -> ConnectionRecord? {
        guard let connection = listed.popFirst() else { return nil }
        connection.isListed = false
        release(connection)
        return connection
    }

    /// Lets go of a connection that has ended, that no kept request names, and that had its turn.
    private mutating func release(_ connection: ConnectionRecord) {
        guard connection.end != nil, !connection.isListed, connection.keptRequests == 0,
            connections[connection.number] === connection
        else { return }
        connections[connection.number] = nil
        bytes -= connection.cost
        dropped += 1
        droppedBytes += connection.cost
    }
}

/// Entries that had to go, kept until the lock is let go of, beyond which they are freed.
struct DroppedEntries {
    // A full journal drops one for each that it takes, which is worth no array.
    private var first: AnyObject?
    private var others: [AnyObject] = []

    mutating func add(_ entry: AnyObject) {
        if first == nil { first = entry } else { others.append(entry) }
    }
}
