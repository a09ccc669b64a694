public import HTTPSemantics
public import PortalAuthentication
public import TLSIdentity

/// How an ``Authenticator`` talks to a person: a terminal, the windows of an app, or a script.
///
/// One question is open at a time. nil and `cancel` mean that the person gave up; a cancelled task has to end a question at once.
/// A method that an app does not write declines its question.
///
/// A method may send requests. What they are challenged with is asked at once, while the first question is still open; only that
/// same question is not asked again, and the request that needs its answer fails with `cancelled`.
public protocol AuthenticatorInterface: Sendable {
    /// Asks for user name and password; nil cancels the challenge.
    func signIn(_ question: SignInQuestion) async -> SignInAnswer?

    /// Asks whether a server may be trusted whose certificate is not; nil cancels the challenge. Only where prompting for it is on.
    func trust(_ question: NetworkChallenge) async -> NetworkTrust?

    /// Asks which client certificate to show.
    func identity(_ question: IdentityQuestion) async -> IdentityAnswer

    /// Asks for the password of a PKCS #12 file that was chosen; nil goes back to the choice.
    func password(_ question: PKCS12Question) async -> Secret<String>?

    /// Asks whether user name and password may go to a token service on another host than the resource's own.
    func consent(sendingPasswordTo origin: Origin, for resource: HTTPURL) async -> Bool

    /// Who shows the sign-in page of a portal, or of an identity-aware proxy.
    func agent(for request: AuthorizationRequest) -> any AuthorizationAgent

    /// Is told why the sign-in at a page failed: `authorizationDenied` or `authorizationTimedOut`.
    ///
    /// The challenge is cancelled.
    func notice(_ error: PortalError) async
}

extension AuthenticatorInterface {
    /// Trusts no server.
    public func trust(_ question: NetworkChallenge) async -> NetworkTrust? { nil }

    /// Goes on without a certificate.
    public func identity(_ question: IdentityQuestion) async -> IdentityAnswer { .none }

    /// Knows no password.
    public func password(_ question: PKCS12Question) async -> Secret<String>? { nil }

    /// Lets no password go to another host.
    public func consent(sendingPasswordTo origin: Origin, for resource: HTTPURL) async -> Bool { false }

    /// Opens the system's browser and listens on this machine.
    public func agent(for request: AuthorizationRequest) -> any AuthorizationAgent { LoopbackAgent() }

    /// Ignores the error.
    public func notice(_ error: PortalError) async {}
}

/// A question for user name and password.
public struct SignInQuestion: Sendable {
    /// Who asks: host and port.
    public let host: String
    /// The realm of a web tier; nil for a portal or a server.
    public let realm: String?
    /// How user name and password are used.
    public let method: AuthenticationMethod
    /// Why it is asked again, in words; nil at first.
    public let complaint: String?

    /// Asks for a place, a realm and a use of the password.
    package init(host: String, realm: String?, method: AuthenticationMethod, complaint: String?) {
        self.host = host
        self.realm = realm
        self.method = method
        self.complaint = complaint
    }
}

/// User name and password.
public struct SignInAnswer: Sendable, Hashable {
    /// The name; its case counts at a portal.
    public let username: String
    /// The password.
    public let password: Secret<String>

    /// Names a user.
    public init(username: String, password: Secret<String>) {
        self.username = username
        self.password = password
    }
}

/// A question for a client certificate.
public struct IdentityQuestion: Sendable {
    /// Who asks, with the issuers that are accepted and the identities of the environment's store that would do.
    public let challenge: NetworkChallenge
    /// Why it is asked again, in words; nil at first.
    public let complaint: String?
}

/// An answer to ``IdentityQuestion``.
public enum IdentityAnswer: Sendable {
    /// This one.
    case identity(ClientIdentity)
    /// The one of a PKCS #12 file (RFC 7292), by its bytes; the name is for further questions.
    ///
    /// `allowsLegacyEncryption` opens RC2 and RC4 too. It serves this environment and is kept in no store.
    case file([UInt8], name: String, allowsLegacyEncryption: Bool = false)
    /// None: the connection goes on without.
    case none
    /// The person gave up.
    case cancel
}

/// A question for the password of a PKCS #12 file.
public struct PKCS12Question: Sendable {
    /// What the file was called.
    public let name: String
    /// Why it is asked again, in words; nil at first.
    public let complaint: String?
}
