internal import HTTPSemantics
internal import PortalJudge
internal import PortalSimulator

/// What the proxy says for itself.
enum WordsReply {
    /// A refusal in words, which the journal keeps with its reason.
    static func refusal(
        _ status: Int, _ words: String, gate: String = "stand-in", reason: String, operation: String = "proxy",
        headers: [HeaderField] = []
    ) -> Answer {
        Answer(
            PreparedAnswer(
                status: status,
                headers: [
                    HeaderField("Content-Type", "text/plain; charset=utf-8"), HeaderField("Cache-Control", "no-store"),
                    HeaderField("X-Content-Type-Options", "nosniff"),
                ] + headers, body: Array(words.utf8),
                notes: AnswerNotes(decisions: [Journal.Decision(gate: gate, passed: false, reason: reason)])),
            operation: operation)
    }
}
