/// What a client did in a run, and what it said that it cannot do, told by what it was asked and not by values.
package struct ClientAbilities: Sendable, Codable, Equatable {
    /// The tasks or steps that it did, as `connect PORTAL_CA_FILE PORTAL_URL`.
    package var did: [String]
    /// The task or step to which it answered that it cannot do it; nil where it did not.
    package var declined: String?

    package init(did: [String] = [], declined: String? = nil) {
        self.did = did
        self.declined = declined
    }
}
