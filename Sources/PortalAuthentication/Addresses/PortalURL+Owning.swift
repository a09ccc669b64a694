extension PortalURL {
    /// Whether it is the portal that a server names as its `owningSystemUrl`.
    ///
    /// Host, port and the whole path must be the same. The scheme does not count: old servers name their portal by http
    /// (Esri/arcgis-rest-js `isFederated` strips it too, but compares by a regular expression, which a look-alike may match).
    func isNamed(by owner: HTTPURL, _ origins: SecureOrigins) -> Bool {
        origins.secured(PortalURL(rootOf: owner).root).isSamePlace(as: origins.secured(root))
    }
}

extension HTTPURL {
    fileprivate func isSamePlace(as other: HTTPURL) -> Bool { origin == other.origin && segments == other.segments }
}
