package import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import TLSIdentity

/// What is known of a portal that is not ours, and how far a conformance run may go there.
package struct ConformanceProfile: Sendable {
    /// A user who can sign in.
    package struct Account: Sendable {
        package let username: String
        package let password: Secret<String>

        package init(username: String, password: Secret<String>) {
            self.username = username
            self.password = password
        }
    }

    /// An application that is registered with the portal.
    package struct Application: Sendable {
        package let clientID: String
        package let clientSecret: Secret<String>?
        package let refreshToken: Secret<String>?
        /// The redirect URI that the refresh token was got with.
        package let redirectURI: String
        /// Whether the refresh token may be revoked, which ends its user's sign-in.
        package let mayRevoke: Bool
    }

    /// A client certificate as a PKCS #12 file.
    package struct Identity: Sendable {
        package let bytes: [UInt8]
        package let password: Secret<String>
    }

    /// The file that it was read from.
    package let source: String
    package var portal: String?
    /// Certificate authorities in PEM, besides the system's.
    package var authorities: [String] = []
    package var referer = "https://conformance.invalid/"
    package var member: Account?
    /// Who signs in to Basic, Digest or NTLM (`DOMAIN\name`) in front of the portal.
    package var webTier: Account?
    /// How many wrong passwords may be sent in one run: portals lock accounts.
    package var wrongPasswords = 1
    package var publicItem: String?
    package var privateItem: String?
    /// A web map that everybody may read.
    package var publicMap: String?
    /// A web map that strangers may not read, and the member may.
    package var privateMap: String?
    /// A service that needs a token.
    package var service: String?
    /// A service that needs a token, on a server that is federated with the portal.
    package var federatedService: String?
    /// The portal's address on plain HTTP.
    package var plainURL: String?
    package var identity: Identity?
    package var application: Application?
    /// The lifetime to ask for where a token is to run out; nil waits for none.
    package var tokenLifetime: Duration?
    /// The rows to run; empty for all.
    package var rows: [String] = []
    /// The rows to leave out.
    package var skipped: [String] = []

    init(source: String) { self.source = source }

    /// Every secret, by what it is.
    var secrets: [(name: String, secret: Secret<String>)] {
        [
            ("member-password", member?.password), ("web-tier-password", webTier?.password),
            ("identity-password", identity?.password), ("client-secret", application?.clientSecret),
            ("refresh-token", application?.refreshToken),
        ].compactMap { name, secret in secret.map { (name, $0) } }
    }
}

extension ConformanceProfile {
    /// The server of the service on a federated server.
    var federatedServer: HTTPURL? {
        federatedService.flatMap { HTTPURL(parsing: $0) }.flatMap { ServerContext($0) }?.url
    }
}

extension ConformanceProfile: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: ["source": source]) }
}
