/// How much edits may add to one layer, and how much they have added.
struct EditRoom: Sendable {
    private(set) var features = 0
    private(set) var bytes = 0
    /// Bytes of long texts and vertices in the table, those of vertices that were replaced too.
    private(set) var contents = 0
    /// Bytes that the table took when it was read from a file of the portal's own.
    var given = 0

    /// Counts contents that come with a file or a field, or go with a field.
    mutating func count(contents more: Int) { contents = max(0, contents + more) }

    /// Takes what one edit needs; throws which limit it would pass.
    ///
    /// `fields` are those of a feature that is added, each of which takes a place whether it has a value or not; nil is a change.
    /// `replaced` is what the values take that go.
    mutating func reserve(
        adding fields: Int?, _ values: [Int: FieldValue], replaced: Int = 0, _ shape: Shape?,
        within limits: EditLimits
    ) throws(LimitReached) {
        // A geometry that is replaced stays behind unused, a text does not.
        let vertices = shape?.parts.reduce(0) { $0 + $1.count } ?? 0
        let places = fields.map { $0 * 16 + 64 } ?? 0
        let needed = values.values.reduce(vertices * 16 + places) { $0 + Self.size($1) } - replaced
        guard fields == nil || features < limits.features else {
            throw LimitReached(
                description: "the layer takes \(limits.features) added features until the portal is reset")
        }
        guard needed <= 0 || bytes + needed <= limits.bytes else {
            throw LimitReached(
                description: "edits may add \(limits.bytes) bytes to the layer until the portal is reset")
        }
        guard needed <= 0 || bytes + needed <= limits.roof else {
            throw LimitReached(
                description:
                    "clients may add \(limits.portalBytes) bytes to the layers of the portal; delete layers or services that clients made, or reset the portal"
            )
        }
        bytes = max(0, bytes + needed)
        count(contents: needed - places)
        if fields != nil { features += 1 }
    }

    /// Bytes that a value takes beside its place.
    static func size(_ value: FieldValue) -> Int {
        guard case .text(let text) = value, text.utf8.count > 15 else { return 0 }
        return 32 + text.utf8.count
    }
}
