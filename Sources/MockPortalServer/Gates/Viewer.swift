/// Who asks.
enum Viewer: Sendable, Hashable {
    case anonymous
    case user(String)

    /// The user name; nil for a stranger.
    var name: String? { if case .user(let name) = self { name } else { nil } }
}
