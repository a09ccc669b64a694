internal import JSONValues

/// What a step waits for.
enum WaitPlan: Sendable {
    /// The portal has seen so many requests.
    case requests(Int, operation: String?)
    /// So many waits of the client last at once.
    case waits(Int)
    /// The client's transport has begun so many requests in all.
    case transfers(Int)
    /// So many challenges have reached the app in all.
    case challenges(Int)
    /// So many things have happened to the app in all.
    case events(Int)
    /// The portal has played so many faults to where its client is left alone.
    case faults(Int)
    /// No connection is open at the portal.
    case quiet

    static let keys = ["requests", "operation", "waits", "transfers", "challenges", "events", "faults", "quiet"]

    /// Reads what is waited for: one thing; the first request where nothing is named.
    init(_ reader: DocumentReader) throws(DocumentError) {
        let named = reader.keys.filter { $0 != "operation" }
        guard named.count <= 1, reader["operation"] == nil || named.isEmpty || named == ["requests"] else {
            throw DocumentError(
                .wrongType, source: reader.source, keyPath: reader.path,
                problem:
                    "waits for one thing: requests (with operation, if need be), waits, transfers, challenges, events, faults or quiet"
            )
        }
        let bounds = 1...10_000
        if let count = try reader.number("waits", in: bounds) {
            self = .waits(count)
        } else if let count = try reader.number("transfers", in: bounds) {
            self = .transfers(count)
        } else if let count = try reader.number("challenges", in: bounds) {
            self = .challenges(count)
        } else if let count = try reader.number("events", in: bounds) {
            self = .events(count)
        } else if let count = try reader.number("faults", in: bounds) {
            self = .faults(count)
        } else if let isQuiet = try reader.truth("quiet") {
            guard isQuiet else { throw reader.wrongType("quiet", "true: that something is open cannot be waited for") }
            self = .quiet
        } else {
            self = .requests(
                try reader.number("requests", in: bounds) ?? 1, operation: try reader.name("operation", of: .operation))
        }
    }

    /// What never came, for a complaint.
    var text: String {
        switch self {
        case .requests(let count, let operation):
            "the portal did not see \(count) requests of \(operation ?? "any operation")"
        case .waits(let count): "there were never \(count) waits of the client at once"
        case .transfers(let count): "the client did not begin \(count) requests"
        case .challenges(let count): "\(count) challenges did not reach the app"
        case .events(let count): "\(count) things did not happen to the app"
        case .faults(let count): "the portal did not play \(count) faults to where its client is left alone"
        case .quiet: "some connection stayed open at the portal"
        }
    }
}
