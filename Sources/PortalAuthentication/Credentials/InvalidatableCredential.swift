/// A credential of a front that keeps a session of its own, such as an identity-aware proxy.
package protocol InvalidatableCredential: AnyObject, Sendable {
    /// Ends the session at the front, and uses none of its tokens afterwards; throws where the front has not said that it has ended.
    func invalidate() async throws(PortalError)
}
