public import PortalAuthentication

/// Hears how the loading of a ``LegacyPortal`` ended; nothing is heard of a portal that was dropped.
public protocol LegacyPortalDelegate: AnyObject, Sendable {
    /// The portal's properties can be read.
    func portalDidLoad(_ portal: LegacyPortal) async
    /// The portal could not be loaded; branch on the error's code or legacy code.
    func portal(_ portal: LegacyPortal, didFailToLoad error: PortalError) async
}
