public import HTTPSemantics
public import PortalAuthentication

/// Hears how a ``LegacyWebMap`` is loaded, opened and asked for popups; every callback may be left out.
///
/// Without ``webMap(_:didFailToLoadLayer:isBaseLayer:isFederated:error:)``, layers that fail are skipped.
public protocol LegacyWebMapDelegate: AnyObject, Sendable {
    /// The document is there: layers, bookmarks and JSON can be read.
    func webMapDidLoad(_ webMap: LegacyWebMap) async
    /// The document could not be had; after an authentication error, make another web map with a credential.
    func webMap(_ webMap: LegacyWebMap, didFailToLoad error: PortalError) async
    /// Every layer is handled.
    func webMap(_ webMap: LegacyWebMap, didOpenInto map: MapDocument) async
    /// A layer is ready.
    func webMap(_ webMap: LegacyWebMap, didLoadLayer layer: MapLayer) async
    /// A layer failed; opening waits until one of the three `continueOpen…` and `cancelOpen` methods is called.
    func webMap(
        _ webMap: LegacyWebMap, didFailToLoadLayer layer: MapLayer, isBaseLayer: Bool, isFederated: Bool,
        error: PortalError) async
    /// A layer of Bing Maps is met, and the portal has no key.
    func bingAppID(for webMap: LegacyWebMap) async -> Secret<String>?
    /// The basemap of a map was replaced by this one's.
    func webMap(_ webMap: LegacyWebMap, didSwitchBasemapOn map: MapDocument) async
    /// One layer has something to show.
    func webMap(_ webMap: LegacyWebMap, didFetch popups: [Popup], in extent: Envelope) async
    /// Every layer was asked for what it shows.
    func webMap(_ webMap: LegacyWebMap, didFinishFetchingPopupsIn extent: Envelope) async
}

extension LegacyWebMapDelegate {
    public func webMapDidLoad(_ webMap: LegacyWebMap) async {}
    public func webMap(_ webMap: LegacyWebMap, didFailToLoad error: PortalError) async {}
    public func webMap(_ webMap: LegacyWebMap, didOpenInto map: MapDocument) async {}
    public func webMap(_ webMap: LegacyWebMap, didLoadLayer layer: MapLayer) async {}
    public func webMap(
        _ webMap: LegacyWebMap, didFailToLoadLayer layer: MapLayer, isBaseLayer: Bool, isFederated: Bool,
        error: PortalError
    ) async { webMap.skipUnheard(layer, error) }
    public func bingAppID(for webMap: LegacyWebMap) async -> Secret<String>? { nil }
    public func webMap(_ webMap: LegacyWebMap, didSwitchBasemapOn map: MapDocument) async {}
    public func webMap(_ webMap: LegacyWebMap, didFetch popups: [Popup], in extent: Envelope) async {}
    public func webMap(_ webMap: LegacyWebMap, didFinishFetchingPopupsIn extent: Envelope) async {}
}
