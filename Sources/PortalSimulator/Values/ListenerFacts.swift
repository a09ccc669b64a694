package import HTTPSemantics

/// What a handler needs to know of the listener behind a request.
package struct ListenerFacts: Sendable {
    /// `portal`, `http`, or the name of a host of the blueprint.
    package let name: String
    /// The origin it serves.
    package let origin: Origin

    /// Joins a listener's name and the origin that it serves.
    package init(name: String, origin: Origin) {
        self.name = name
        self.origin = origin
    }
}
