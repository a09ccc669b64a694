public import HTTPSemantics
public import PortalAuthentication

/// Says what happens while a web map is opened, and is told how it goes.
public protocol WebMapOpener: Sendable {
    /// Decides about a layer that failed; opening waits for the answer.
    func webMap(_ map: WebMap, didFailToLoad failure: LayerFailure) async -> LayerDisposition
    /// Hears that a layer is ready. By default nothing happens.
    func webMap(_ map: WebMap, didLoad layer: MapLayer) async
    /// Gives the key for Bing Maps, where the portal has none. By default there is none.
    func bingKey(for map: WebMap) async -> Secret<String>?
}

extension WebMapOpener {
    public func webMap(_ map: WebMap, didLoad layer: MapLayer) async {}
    public func bingKey(for map: WebMap) async -> Secret<String>? { nil }
}

/// A layer that could not be loaded while its web map was opened.
public struct LayerFailure: Sendable {
    /// The layer.
    public let layer: MapLayer
    /// Why.
    public let error: PortalError
    /// Whether its server says that it is federated with the map's portal.
    ///
    /// The server is asked where that matters: after failures that a sign-in could mend.
    public let isFederated: Bool
    /// Whether a user is signed in to the map's portal.
    public let isSignedIn: Bool
    /// How often it has failed by now, from 1.
    public let failures: Int
}

/// What to do about a layer that failed.
public enum LayerDisposition: Sendable, Hashable {
    /// Go on without it.
    case skip
    /// Load the same layer again with a credential; nil as it is, such as after its host was trusted.
    case retry(ResourceCredential?)
    /// Open no further; what is loaded stays on the map.
    case cancel
}
