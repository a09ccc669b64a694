/// Who asks.
enum Viewer: Sendable, Hashable {
    case anonymous
    case user(String)
    /// An application by itself, with its own token or with an API key; it has no user.
    case application(ApplicationIdentity)

    /// The user name; nil for strangers and applications.
    var name: String? { if case .user(let name) = self { name } else { nil } }

    /// The application; nil for users and strangers.
    var application: ApplicationIdentity? { if case .application(let identity) = self { identity } else { nil } }
}

extension Viewer: CustomStringConvertible {
    var description: String {
        switch self {
        case .anonymous: "an anonymous user"
        case .user(let name): name
        case .application(.client(let id)): "the application \(id)"
        case .application(.key(let name)): "the API key \(name)"
        }
    }
}

/// What stands for an application.
enum ApplicationIdentity: Sendable, Hashable {
    /// A registered application by its client id.
    case client(String)
    /// An API key by its name.
    case key(String)
}
