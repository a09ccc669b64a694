internal import HTTPSemantics
package import PortalJudge

/// A journal as a person reads it beside a failed test: a line per connection and request, without secrets. What a client chose, such
/// as a method, cannot act on the terminal or hide (``VisibleText``).
package enum JournalText {
    /// Describes a journal with the name of each secret in its place: a client may send one as its method, and reasons quote clients.
    package static func describe(_ journal: Journal, hiding secrets: [Canary]) -> String {
        var evidence = Evidence(client: .foreign, journal: journal)
        evidence.canaries = secrets
        let journal = evidence.redacted().journal
        var lines: [String] = []
        for connection in journal.connections {
            let tls = connection.tls.map { " \($0.outcome.rawValue), certificate \($0.certificate ?? "none")" } ?? ""
            let alert = connection.tls?.alert.map { ", alert \($0.name) by \($0.sentBy)" } ?? ""
            lines.append("connection \(connection.number) to \(connection.origin):\(tls)\(alert)")
        }
        for request in journal.requests {
            let tokens = request.presented.map { " +\($0.alias)" }.joined()
            let answer = request.answer.map { " -> \($0.code)" } ?? " unanswered"
            lines.append(
                "request \(request.number) on \(request.connection): \(request.method) \(request.operation)\(tokens)\(answer)"
            )
            for decision in request.decisions where !decision.passed {
                lines.append("    \(decision.gate): \(decision.reason)")
            }
        }
        return VisibleText.text(lines) + "\n"
    }
}
