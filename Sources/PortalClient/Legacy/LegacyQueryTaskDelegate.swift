public import PortalAuthentication

/// Hears what a ``LegacyQueryTask`` found; every callback may be left out.
public protocol LegacyQueryTaskDelegate: AnyObject, Sendable {
    /// The answer to a query came; at most as many features as the server sends at a time.
    func queryTask(_ task: LegacyQueryTask, didExecuteWith found: FeatureSet) async
    /// A query failed; branch on the error's code, legacy code or protection space.
    func queryTask(_ task: LegacyQueryTask, didFail error: PortalError) async
}

extension LegacyQueryTaskDelegate {
    public func queryTask(_ task: LegacyQueryTask, didExecuteWith found: FeatureSet) async {}
    public func queryTask(_ task: LegacyQueryTask, didFail error: PortalError) async {}
}
