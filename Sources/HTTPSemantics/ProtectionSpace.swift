/// What one set of credentials protects: an origin, a method and, where the server names one, a realm (RFC 9110 §11.5).
public struct ProtectionSpace: Sendable, Hashable, CustomStringConvertible {
    /// Scheme, host and port that asked.
    public let origin: Origin
    /// What was asked for.
    public let method: AuthenticationMethod
    /// The realm, compared with case; nil where the method knows none.
    public let realm: String?

    /// Distinguished names, in DER, of the issuers whose client certificates the server accepts (RFC 8446 §4.2.4).
    ///
    /// Empty where the server names none and so accepts any; nil unless the method is `clientCertificate`.
    public let acceptableIssuers: [[UInt8]]?

    /// Names a protection space.
    public init(
        origin: Origin, method: AuthenticationMethod, realm: String? = nil, acceptableIssuers: [[UInt8]]? = nil
    ) {
        self.origin = origin
        self.method = method
        self.realm = realm
        self.acceptableIssuers = acceptableIssuers
    }

    public var description: String {
        realm.map { "\(method) \"\($0)\" at \(origin)" } ?? "\(method) at \(origin)"
    }
}
