package import PortalJudge

/// The answer to one request.
package struct Answer {
    /// Status, header fields and body, ready to be sent any number of times.
    package var prepared: PreparedAnswer
    /// What the journal keeps of it: the notes of the prepared answer, and what this request added.
    package var notes: AnswerNotes
    /// What the portal took the request for: `generateToken`, `portals/self`, `info`, `Traffic`.
    package var operation: String
    /// The tokens that the request carried.
    package var presented: [Journal.PresentedToken]
    /// The user that the request is from, by its credentials or its form, whether they are good or not; nil for a stranger.
    package var user: String?
    /// The web tier's part in it; nil where it had none.
    package var webTier: WebTierNotes?
    /// The fault behind it, in the blueprint's words; nil without one.
    package var fault: String?
    /// How its bytes go out where that is not left to libmicrohttpd.
    package var performance: Blueprint.Fault.RawPlay?
    /// Its share of what answers may take while they are under way, which is given back with the last copy; nil where it takes none.
    package var share: (any AnyObject & Sendable)?

    package init(_ prepared: PreparedAnswer, operation: String, presented: [Journal.PresentedToken] = []) {
        self.prepared = prepared
        notes = prepared.notes
        self.operation = operation
        self.presented = presented
    }

    /// The code that counts: that of the JSON error envelope if there is one, else the HTTP status.
    package var code: Int { notes.code ?? prepared.status }
}
