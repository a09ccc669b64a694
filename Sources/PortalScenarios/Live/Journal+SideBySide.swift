package import PortalJudge

extension Journal {
    /// Whether two connections to one origin that both carried requests were open at once: the order of requests then says
    /// little about who knew what.
    ///
    /// What was opened to other origins in between does not count, as where a map asks a portal, a server of another host, and the
    /// portal again.
    package var hasRequestsSideBySide: Bool {
        let used = Set(requests.map(\.connection))
        let busy = connections.filter { used.contains($0.number) }.sorted { $0.openedAt < $1.openedAt }
        var ends: [String: Double] = [:]
        for connection in busy {
            if let end = ends[connection.origin], connection.openedAt < end { return true }
            ends[connection.origin] = connection.end?.at ?? .infinity
        }
        return false
    }
}
