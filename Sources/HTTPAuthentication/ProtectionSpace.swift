/// What one set of credentials protects: an origin, a method and, where the server names one, a realm (RFC 9110 §11.5).
public struct ProtectionSpace: Sendable, Hashable, CustomStringConvertible {
    /// Scheme, host and port that asked.
    public let origin: Origin
    /// What was asked for.
    public let method: AuthenticationMethod
    /// The realm, compared with case; nil where the method knows none.
    public let realm: String?

    /// Names a protection space.
    public init(origin: Origin, method: AuthenticationMethod, realm: String? = nil) {
        self.origin = origin
        self.method = method
        self.realm = realm
    }

    public var description: String {
        realm.map { "\(method) \"\($0)\" at \(origin)" } ?? "\(method) at \(origin)"
    }
}
