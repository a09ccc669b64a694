/// How much edits may add to one layer.
package struct EditLimits: Sendable {
    /// Features that are added.
    package let features: Int
    /// Bytes of values and vertices.
    let bytes: Int

    /// Limits of so many features and bytes.
    package init(features: Int, bytes: Int) {
        self.features = features
        self.bytes = bytes
    }
}
