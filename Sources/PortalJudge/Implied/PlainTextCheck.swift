/// Nothing but TLS is spoken to a port of TLS: what else is sent there, everybody on the way can read.
enum PlainTextCheck {
    static func findings(_ evidence: Evidence, allowing allowed: [Expectation.Allowance] = []) -> [Finding] {
        if allowed.contains(.plainText) { return [] }
        return evidence.journal.connections.filter { $0.tls?.outcome == .notTLS }.map { connection in
            Finding(
                "transport.plain-text", "bytes without TLS were sent to a port of TLS",
                expected: "a ClientHello at \(connection.origin)", nearest: HandshakeCheck.text(connection))
        }
    }
}
