/// How a server wants to be convinced, as a lower-case name: a scheme of RFC 9110 §11.1 or a step of the TLS handshake.
public struct AuthenticationMethod: Sendable, Hashable, CustomStringConvertible {
    /// The name in lower case.
    public let description: String

    /// Takes a name; schemes are compared without case (RFC 9110 §11.1).
    public init(_ name: String) { description = name.lowercased() }

    /// The server's certificate is to be trusted by an exception.
    public static let serverTrust = AuthenticationMethod("serverTrust")
    /// The server asks for a certificate of the client.
    public static let clientCertificate = AuthenticationMethod("clientCertificate")
    /// RFC 7617.
    public static let basic = AuthenticationMethod("basic")
    /// RFC 7616.
    public static let digest = AuthenticationMethod("digest")
    /// NTLM over HTTP.
    public static let ntlm = AuthenticationMethod("ntlm")
    /// RFC 4559.
    public static let negotiate = AuthenticationMethod("negotiate")
    /// A token of a portal or of an ArcGIS Server.
    public static let token = AuthenticationMethod("token")
}
