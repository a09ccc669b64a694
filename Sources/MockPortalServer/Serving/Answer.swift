package import PortalJudge

/// What a handler answers, with the words that the journal keeps of it.
package struct Answer {
    /// Status, header fields and body, ready to be queued any number of times.
    package var response: PreparedResponse
    /// The code that counts: that of the JSON error envelope if there is one, else the HTTP status.
    package var code: Int
    /// What the portal took the request for: `generateToken`, `portals/self`, `info`, `Traffic`.
    package var operation: String
    /// The tokens that the request carried.
    package var presented: [Journal.PresentedToken]
    /// Each gate that decided something.
    package var decisions: [Journal.Decision]
    /// Alias of a token that the answer hands out.
    package var issued: String?
    /// Aliases of what else it hands out.
    package var alsoIssued: [String] = []
    /// What a request for OAuth tokens asked with; nil for any other.
    package var grant: Journal.Grant?
    /// The web tier's part in it; nil where it had none.
    package var webTier: WebTierWords?
    /// The fault behind it, in the blueprint's words; nil without one.
    package var fault: String?
    /// How its bytes go out where that is not left to libmicrohttpd.
    package var performance: Blueprint.Fault.RawPlay?

    package init(
        _ response: PreparedResponse, code: Int? = nil, operation: String, presented: [Journal.PresentedToken] = [],
        decisions: [Journal.Decision] = [], issued: String? = nil
    ) {
        self.response = response
        self.code = code ?? response.status
        self.operation = operation
        self.presented = presented
        self.decisions = decisions
        self.issued = issued
    }
}
