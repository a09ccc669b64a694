package import PortalJudge

/// What the journal keeps of the web tier's part in an answer; most answers have none, which costs them one empty reference.
package final class WebTierNotes: Sendable {
    /// The HTTP credentials that the request carried, as the web tier judged them.
    package let authorization: Journal.Authorization?
    /// Challenges of a 401 in the order of the wire.
    package let challenges: [String]?
    /// Alias of a nonce that the answer hands out.
    package let nonce: String?

    /// Joins the words; nil where there are none.
    package init?(authorization: Journal.Authorization?, challenges: [String]? = nil, nonce: String? = nil) {
        guard authorization != nil || challenges != nil || nonce != nil else { return nil }
        self.authorization = authorization
        self.challenges = challenges
        self.nonce = nonce
    }
}
