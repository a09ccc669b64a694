public import PortalAuthentication

/// Hears how the loading of a ``LegacyLayer`` ended; every callback may be left out.
public protocol LegacyLayerDelegate: AnyObject, Sendable {
    /// What the server says of it can be read.
    func layerDidLoad(_ layer: LegacyLayer) async
    /// The layer could not be loaded; branch on the error's code, legacy code or protection space, then submit it again.
    func layer(_ layer: LegacyLayer, didFailToLoad error: PortalError) async
}

extension LegacyLayerDelegate {
    public func layerDidLoad(_ layer: LegacyLayer) async {}
    public func layer(_ layer: LegacyLayer, didFailToLoad error: PortalError) async {}
}
