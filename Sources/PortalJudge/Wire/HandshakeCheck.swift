/// Compares the connections over which no request came with what a scenario expects.
struct HandshakeCheck {
    let evidence: Evidence

    /// Connections that a client opened over TLS, or that met a fault, and that were used for nothing.
    var unused: [Journal.Connection] {
        let used = Set(evidence.journal.requests.map(\.connection))
        return evidence.journal.connections.filter {
            ($0.tls != nil || $0.fault != nil) && !used.contains($0.number)
        }
    }

    func findings(_ lines: [HandshakeLine]) -> [Finding] {
        var left = unused
        var found: [Finding] = []
        for line in lines {
            for number in 1...line.maximum {
                if let index = left.firstIndex(where: { line.matches($0) }) {
                    left.remove(at: index)
                } else if number > line.count {
                    break
                } else if evidence.client == .builtIn || !unused.contains(where: { line.matches($0) }) {
                    found.append(
                        Finding(
                            "handshake.missing", "an expected refusal of a handshake never came", expected: line.text,
                            nearest: left.first.map(Self.text) ?? "no connection without a request"))
                }
            }
        }
        // A foreign client may try again, or open a connection ahead of need: only ours must not.
        if evidence.client == .builtIn, let extra = left.first {
            found.append(
                Finding(
                    "handshake.unexpected", "a connection was opened and used for nothing",
                    expected: "no further connection without a request", nearest: Self.text(extra)))
        }
        return found
    }

    static func text(_ connection: Journal.Connection) -> String {
        var words = ["connection \(connection.number)", "TLS", connection.tls?.outcome.rawValue ?? "none"]
        if connection.listener != "portal" { words.append("@\(connection.listener)") }
        if let certificate = connection.tls?.certificate { words.append("cert=\(certificate)") }
        if let tls = connection.tls, tls.acceptableIssuers != nil || tls.identity != nil {
            words.append("identity=\(tls.identity ?? "none")")
        }
        if let fault = connection.fault { words.append("fault=\(fault)") }
        if let alert = connection.tls?.alert { words.append("alert=\(alert.name) by \(alert.sentBy)") }
        return words.joined(separator: " ")
    }
}

extension HandshakeLine {
    func matches(_ connection: Journal.Connection) -> Bool {
        connection.listener == listener && connection.fault == fault
            && (certificate == nil || connection.tls?.certificate == certificate)
            && (alert == nil || connection.tls?.alert?.name == alert)
            && identity?.difference(from: connection.tls) == nil
            && (refuser == nil || (connection.tls?.isRefusedByServer == true) == (refuser == .server))
    }
}

extension Journal.Handshake {
    /// Whether the server ended it; where it did not, the client did, by an alert or by leaving.
    var isRefusedByServer: Bool { outcome == .refusedByServer || alert?.sentBy == "server" }
}
