package import PortalJudge

/// What the journal keeps of an answer besides what is sent.
package struct AnswerNotes: Sendable {
    /// The code that counts: that of a JSON error envelope; nil where it is the HTTP status.
    package var code: Int?
    /// Each gate that decided something.
    package var decisions: [Journal.Decision] = []
    /// Alias of a token that the answer hands out.
    package var issued: String?
    /// Aliases of what else it hands out, as a refresh token beside a token.
    package var alsoIssued: [String] = []
    /// What a request for OAuth tokens asked with; nil for any other.
    package var grant: Journal.Grant?

    package init(code: Int? = nil, decisions: [Journal.Decision] = []) {
        self.code = code
        self.decisions = decisions
    }
}
