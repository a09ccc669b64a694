/// The value of one field as a popup shows it.
public enum PopupValue: Sendable, Hashable {
    /// The value in the format and with the domain of its field.
    case shown(String)
    /// The feature has no value there.
    case empty
    /// The feature has no such attribute.
    case absent
    /// What an Arcade expression gives, which is not evaluated here.
    case expression(PopupExpression)
    /// A field of related records, which are asked for apart (`queryRelatedRecords`).
    case related(relationship: Int, field: String)

    /// The text; empty for everything that is not shown.
    public var text: String { if case .shown(let text) = self { text } else { "" } }

    /// Whether it is something that only a server, or an evaluation of Arcade, could tell.
    public var isUnevaluated: Bool {
        switch self {
        case .expression, .related: true
        case .shown, .empty, .absent: false
        }
    }
}
