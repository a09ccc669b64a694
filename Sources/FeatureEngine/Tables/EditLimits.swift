/// How much edits may add to one layer.
package struct EditLimits: Sendable {
    /// Features that are added.
    package let features: Int
    /// Bytes of values and vertices.
    let bytes: Int
    /// Bytes of those at which all layers of the portal together have what they may have.
    private(set) var roof = Int.max
    /// Bytes that clients may add to all layers of the portal together.
    private(set) var portalBytes = Int.max

    /// Limits of so many features and bytes.
    package init(features: Int, bytes: Int) {
        self.features = features
        self.bytes = bytes
    }

    /// The same limits for edits of a table of a portal of whose bytes for all layers so many are left.
    package func within(_ left: Int, of portalBytes: Int, for table: FeatureTable) -> EditLimits {
        var limits = self
        let (roof, isEndless) = table.room.bytes.addingReportingOverflow(max(0, left))
        limits.roof = isEndless ? .max : roof
        limits.portalBytes = portalBytes
        return limits
    }
}
