extension WireVerification {
    /// The findings with what the portal knows of their causes: why it refused the nearest request, and which client refused a handshake.
    static func explained(_ findings: [Finding], _ evidence: Evidence) -> [Finding] {
        let check = WireCheck(evidence)
        let handshakes = refused(evidence).filter { $0.tls?.outcome == .refusedByClient && $0.fault == nil }
        return findings.flatMap { finding -> [Finding] in
            guard finding.code.hasPrefix("wire.") else { return [finding] }
            let index = check.requests.indices.first { check.numbered($0) == finding.nearest }
            let cause = index.flatMap { refusal(at: $0, check, of: finding) }
            let isKnown = findings.contains { $0.code == cause?.code && $0.nearest == finding.nearest }
            let last = finding.code == "wire.missing" ? told(finding, handshakes) : finding
            return (isKnown ? [] : [cause].compactMap { $0 }) + [last]
        }
    }

    /// Why the portal refused a request; nil where it did not, or where the line asks for that answer.
    private static func refusal(at index: Int, _ check: WireCheck, of finding: Finding) -> Finding? {
        let answers = ["was answered", "was never answered", "HTTP status was", "handed out"]
        let asksAnswer = finding.code != "wire.unexpected" && finding.expected?.contains("->") == true
        let differs = finding.difference.map { text in answers.contains { text.contains($0) } } ?? false
        guard !asksAnswer || differs else { return nil }
        guard let (decision, cause) = RefusalCauseCheck.refusal(of: check.requests[index].request) else { return nil }
        return Finding(
            "refused.\(cause.rawValue)", RefusalCauseCheck.sentence(cause),
            expected: finding.code == "wire.unexpected" ? nil : finding.expected,
            nearest: check.numbered(index), difference: "\(decision.gate): \(decision.reason)")
    }

    /// A finding of something missing that says which handshakes the client refused: no request comes over such a connection.
    private static func told(_ finding: Finding, _ handshakes: [Journal.Connection]) -> Finding {
        guard let last = handshakes.last, let tls = last.tls else { return finding }
        let alert = tls.alert.map { ", alert \($0.name)" } ?? ""
        let shown = tls.certificate.map { ", shown \($0)" } ?? ""
        let others = handshakes.count > 1 ? ", and \(handshakes.count - 1) before it" : ""
        let words = "the client refused a handshake\(alert)\(shown) (connection \(last.number)\(others))"
        return Finding(
            finding.code, finding.problem, expected: finding.expected, nearest: finding.nearest,
            difference: [finding.difference, words].compactMap { $0 }.joined(separator: "; "))
    }

    /// Connections whose handshake came to nothing.
    private static func refused(_ evidence: Evidence) -> [Journal.Connection] {
        HandshakeCheck(evidence: evidence).unused.filter { connection in
            switch connection.tls?.outcome {
            case .refusedByClient, .refusedByServer, .abandoned, .notTLS: true
            default: connection.fault != nil
            }
        }
    }

    /// The refused handshakes beside the lines that mean them.
    static func rows(of evidence: Evidence, _ lines: [HandshakeLine]) -> [WireComparison.Row] {
        refused(evidence).map { connection in
            let line = lines.first { $0.matches(connection) }
            return WireComparison.Row(
                kind: line == nil ? .unasked : .asExpected, number: nil, connection: connection.number,
                expected: line?.text, seen: HandshakeCheck.line(connection), difference: nil)
        }
    }
}

extension HandshakeCheck {
    /// A refused handshake as a scenario's line has it, as `TLS refused cert=good alert=unknown_ca by=client`.
    static func line(_ connection: Journal.Connection) -> String {
        var words = ["TLS", "refused"]
        if connection.listener != "portal" { words.append("@\(connection.listener)") }
        if let certificate = connection.tls?.certificate { words.append("cert=\(certificate)") }
        if let alert = connection.tls?.alert { words.append("alert=\(alert.name)") }
        if let identity = connection.tls?.identity { words.append("identity=\(identity)") }
        if let fault = connection.fault {
            words.append("fault=\(fault)")
        } else if let tls = connection.tls {
            words.append("by=\(tls.isRefusedByServer ? "server" : "client")")
        }
        return words.joined(separator: " ")
    }
}

extension WireLine {
    /// Whether one request is nearer to the line than another; of two that differ as much, the one with the line's own token.
    func comes(nearerTo seen: SeenRequest, than other: SeenRequest) -> Bool {
        let (own, others) = (distance(from: seen), distance(from: other))
        return own == others ? !hasOtherToken(seen) && hasOtherToken(other) : own < others
    }

    private func hasOtherToken(_ seen: SeenRequest) -> Bool {
        guard case .alias(let alias) = token else { return false }
        return !seen.request.presented.contains { $0.alias == alias }
    }
}
