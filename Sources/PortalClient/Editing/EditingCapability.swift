/// What a layer lets its callers do with its features (developers.arcgis.com, "Layer (Feature Service)", `capabilities`).
public struct EditingCapability: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The word as services write it.
    public let rawValue: String

    /// Names a capability.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The word.
    public var description: String { rawValue }

    /// Features may be added.
    public static let create = Self(rawValue: "Create")
    /// Features may be changed.
    public static let update = Self(rawValue: "Update")
    /// Features may be deleted.
    public static let delete = Self(rawValue: "Delete")
    /// Features may be edited; where no kind of edit stands beside it, in all ways.
    public static let editing = Self(rawValue: "Editing")
}
