/// A limit that an edit would pass.
struct LimitReached: Error, Equatable {
    /// What the limit is, as an answer says it.
    let description: String
}
