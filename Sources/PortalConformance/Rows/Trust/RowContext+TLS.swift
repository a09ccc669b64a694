internal import HTTPSemantics
internal import PortalAuthentication

extension RowContext {
    /// Why the portal has no certificate; nil where its address is https.
    var missingTLS: String? { plan.portal.root.origin.isSecure ? nil : "the portal's address is plain HTTP" }
}
