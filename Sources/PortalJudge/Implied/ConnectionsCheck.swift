/// Every connection that the client opened is closed at the end.
enum ConnectionsCheck {
    static func findings(_ evidence: Evidence) -> [Finding] {
        // A foreign client that is still there is observed so far; ours has been shut down.
        guard evidence.isComplete || evidence.client == .builtIn else { return [] }
        return evidence.journal.connections.compactMap { connection in
            if let end = connection.end, end.by != "shutdown" { return nil }
            return Finding(
                "connection.open", "a connection was left open",
                nearest: "connection \(connection.number) to \(connection.origin)")
        }
    }
}
