public import HTTPSemantics
internal import PortalTransport
public import TLSIdentity

/// An answer to a network challenge.
public enum NetworkCredential: Sendable, Hashable {
    /// Trust the server: this certificate or whatever the host shows, for these defects.
    case serverTrust(NetworkTrust)
    /// Sign in with a user name and a password.
    case password(username: String, Secret<String>)
    /// Sign in by Negotiate with a Kerberos ticket; the host that asked is named by that for this run.
    case kerberos(KerberosTicket)
    /// Offer a client certificate to the origin that asked, and to no other.
    case certificate(ClientIdentity)
}

/// How far a trust goes.
public struct NetworkTrust: Sendable, Hashable {
    /// What is trusted.
    public enum Scope: Sendable, Hashable {
        /// The certificate that was shown, and no other.
        case certificate
        /// Whatever certificate the host and port show.
        case host
    }
    /// What is trusted.
    public var scope: Scope
    /// The defects that may pass.
    public var tolerating: Set<CertificateDefect>

    /// Trusts self-signed certificates and unknown roots; expiry and a wrong name need an explicit wider set.
    public init(scope: Scope = .certificate, tolerating: Set<CertificateDefect> = [.selfSigned, .unknownRoot]) {
        self.scope = scope
        self.tolerating = tolerating
    }
}

extension NetworkCredential {
    /// Trusts the certificate that was shown, for an unknown issuer only.
    public static let serverTrust = NetworkCredential.serverTrust(NetworkTrust())
}
