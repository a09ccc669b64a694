public import PortalAuthentication

/// Hears how the loading of a ``LegacyPortal`` and its searches end; every callback may be left out, and nothing is heard of a portal
/// that was dropped.
///
/// What a user adds to a portal or deletes there is told to another delegate in the model
/// (developers.arcgis.com/ios/10-2/api-reference, AGSPortalUserDelegate); this client changes no items.
public protocol LegacyPortalDelegate: AnyObject, Sendable {
    /// The portal's properties can be read.
    func portalDidLoad(_ portal: LegacyPortal) async
    /// The portal could not be loaded; branch on the error's code or legacy code.
    func portal(_ portal: LegacyPortal, didFailToLoad error: PortalError) async
    /// A search for items has ended; the results know how to ask for the next page.
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFindItems results: PortalQueryResults<PortalItem>)
        async
    /// A search for items has failed.
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindItemsFor query: PortalQuery,
        error: PortalError) async
    /// A search for groups has ended.
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation,
        didFindGroups results: PortalQueryResults<PortalGroup>) async
    /// A search for groups has failed.
    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindGroupsFor query: PortalQuery,
        error: PortalError) async
}

extension LegacyPortalDelegate {
    public func portalDidLoad(_ portal: LegacyPortal) async {}
    public func portal(_ portal: LegacyPortal, didFailToLoad error: PortalError) async {}
    public func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFindItems results: PortalQueryResults<PortalItem>
    ) async {}
    public func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindItemsFor query: PortalQuery,
        error: PortalError
    ) async {}
    public func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation,
        didFindGroups results: PortalQueryResults<PortalGroup>
    ) async {}
    public func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindGroupsFor query: PortalQuery,
        error: PortalError
    ) async {}
}
