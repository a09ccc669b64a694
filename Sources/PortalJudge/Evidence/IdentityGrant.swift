/// A client certificate that the app chose for an origin: only there may it be shown.
package struct IdentityGrant: Sendable, Codable, Equatable {
    /// Origin for which it was chosen, as `https://localhost:8443`.
    package var origin: String
    /// Name of the identity, as `alice`.
    package var identity: String
    /// The highest connection number when it was chosen.
    package var after: Int
    /// The highest connection number when the choice was taken back; nil while it holds.
    package var until: Int?

    package init(origin: String, identity: String, after: Int, until: Int? = nil) {
        self.origin = origin
        self.identity = identity
        self.after = after
        self.until = until
    }

    /// Whether the choice lets a connection show an identity.
    func covers(_ connection: Journal.Connection, identity: String) -> Bool {
        connection.origin == origin && identity == self.identity && connection.number > after
            && connection.number <= until ?? Int.max
    }
}
