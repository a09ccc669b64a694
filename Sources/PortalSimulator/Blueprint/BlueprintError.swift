public import JSONValues

/// What is wrong with a blueprint, a preset, an action or a world document: where, which value, and what would be allowed.
public typealias BlueprintError = DocumentError

extension DocumentError.Code {
    /// A preset that is not there, or presets that stand on each other.
    public static let unknownPreset = DocumentError.Code(rawValue: "unknownPreset")
    /// A document of the portal's world that lacks something or contradicts another.
    public static let worldDocument = DocumentError.Code(rawValue: "worldDocument")
}
