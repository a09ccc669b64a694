/// A limit that an edit would pass.
package struct LimitReached: Error, Equatable {
    /// What the limit is, as an answer says it.
    package let description: String
}
