extension PortalError {
    /// What went wrong; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Names a code.
        public init(_ name: String) { description = name }
    }
}

extension PortalError.Code {
    // MARK: the user decided

    /// A handler, or the task itself, cancelled.
    public static let cancelled = Self("cancelled")
    /// The user signed out while the request waited.
    public static let signedOut = Self("signedOut")
    /// A handler threw something that is no ``PortalError``; see ``PortalError/underlying``.
    public static let handlerFailed = Self("handlerFailed")

    // MARK: authentication

    /// Credentials are needed and no handler gives them.
    public static let authenticationRequired = Self("authenticationRequired")
    /// Signed in, but not allowed.
    public static let accessDenied = Self("accessDenied")
    /// The resource wants a token and got none (499).
    public static let tokenRequired = Self("tokenRequired")
    /// The token is expired, revoked or bound to something else (498).
    public static let tokenInvalid = Self("tokenInvalid")
    /// The token service was advertised without TLS; no password goes there.
    public static let tokenServiceInsecure = Self("tokenServiceInsecure")
    /// The token service is on a foreign host and the user did not consent.
    public static let tokenServiceNotConsented = Self("tokenServiceNotConsented")
    /// User name or password is wrong.
    public static let invalidCredentials = Self("invalidCredentials")
    /// No token was issued, for another reason than a wrong password.
    public static let tokenNotGenerated = Self("tokenNotGenerated")
    /// The account is locked for a while after too many attempts.
    public static let accountLocked = Self("accountLocked")
    /// A portal would not issue a token for a server.
    public static let serverTokenRefused = Self("serverTokenRefused")
    /// The resource is not secured by tokens.
    public static let notTokenSecured = Self("notTokenSecured")
    /// A URL lies outside of what a credential may be shared with.
    public static let credentialCannotBeShared = Self("credentialCannotBeShared")
    /// The web tier asks for HTTP authentication; see ``PortalError/challenges``.
    public static let httpAuthentication = Self("httpAuthentication")
    /// The web tier accepts Basic only, over plain HTTP; no password was sent (rule R15).
    public static let basicInsecure = Self("basicInsecure")
    /// The server calls every nonce stale (rule R16).
    public static let digestStaleLoop = Self("digestStaleLoop")
    /// A Digest challenge offers no quality of protection that is known.
    public static let unsupportedQop = Self("unsupportedQop")
    /// The library of Kerberos cannot be opened.
    public static let kerberosLibraryMissing = Self("kerberosLibraryMissing")
    /// There is no Kerberos ticket, and nothing to get one with.
    public static let kerberosTicketMissing = Self("kerberosTicketMissing")
    /// The Kerberos ticket has expired.
    public static let kerberosTicketExpired = Self("kerberosTicketExpired")
    /// The realm does not know the service's name; it stands in the words.
    public static let kerberosServerUnknown = Self("kerberosServerUnknown")
    /// Clocks differ too much for Kerberos.
    public static let kerberosClockSkew = Self("kerberosClockSkew")
    /// No key distribution centre answers.
    public static let kerberosUnreachable = Self("kerberosUnreachable")
    /// The server, or Kerberos itself, refuses the ticket.
    public static let kerberosRefused = Self("kerberosRefused")
    /// The server took the ticket and has not proved who it is: its answer is not used (RFC 4559 §4.1).
    public static let mutualAuthenticationMissing = Self("mutualAuthenticationMissing")
    /// A Kerberos ticket would go over plain HTTP; nothing was sent.
    public static let negotiateNotAllowed = Self("negotiateNotAllowed")
    /// NTLM cannot be answered: the challenge would not lead to NTLMv2, or is none, or its connection is not kept.
    public static let ntlmRefused = Self("ntlmRefused")
    /// A proxy asks for credentials.
    public static let proxyAuthenticationRequired = Self("proxyAuthenticationRequired")
    /// The proxy did not accept the user name and the password, or asks for them by schemes that are not spoken with a proxy.
    public static let proxyAuthenticationRejected = Self("proxyAuthenticationRejected")
    /// An identity-aware proxy stands before the resource and no user is signed in to it.
    public static let proxySignInRequired = Self("proxySignInRequired")
    /// A secret would have travelled without TLS.
    public static let insecureConnection = Self("insecureConnection")

    // MARK: signing in through a browser

    /// The authorization server refused a request; ``PortalError/oauthError`` has its own word (RFC 6749 §5.2).
    public static let oauth = Self("oauth")
    /// The answer of a sign-in page does not belong to the sign-in that was begun (RFC 6749 §10.12).
    public static let oauthStateMismatch = Self("oauthStateMismatch")
    /// The user declined to sign in (RFC 6749 §4.1.2.1, `access_denied`).
    public static let authorizationDenied = Self("authorizationDenied")
    /// No answer came back from the sign-in page in time.
    public static let authorizationTimedOut = Self("authorizationTimedOut")

    // MARK: stores that outlive a run

    /// The bytes of a store were changed, cut off, or are of something else.
    public static let storeCorrupted = Self("storeCorrupted")
    /// The passphrase or key file is not the one that a store was written with.
    public static let storeKeyWrong = Self("storeKeyWrong")
    /// A newer version of this program has written a store, in a format that this one does not know.
    public static let storeTooNew = Self("storeTooNew")
    /// Others than its owner could read or change a store or its key.
    public static let storeNotPrivate = Self("storeNotPrivate")
    /// A store cannot be read or written; ``PortalError/underlying`` has the system's reason.
    public static let storeNotAccessible = Self("storeNotAccessible")

    // MARK: TLS

    /// The certificate is self-signed or its root is unknown.
    public static let serverCertificateUntrusted = Self("serverCertificateUntrusted")
    /// The certificate has expired.
    public static let serverCertificateExpired = Self("serverCertificateExpired")
    /// The certificate is not valid yet.
    public static let serverCertificateNotYetValid = Self("serverCertificateNotYetValid")
    /// The certificate is for other names.
    public static let serverCertificateHostMismatch = Self("serverCertificateHostMismatch")
    /// The certificate is not meant for a server, or fails for another reason.
    public static let serverCertificateUnsuitable = Self("serverCertificateUnsuitable")
    /// No TLS could be spoken.
    public static let secureConnectionFailed = Self("secureConnectionFailed")
    /// The server wants a client certificate.
    public static let clientCertificateRequired = Self("clientCertificateRequired")
    /// The server refused the client certificate.
    public static let clientCertificateRejected = Self("clientCertificateRejected")

    // MARK: what the server answered

    /// An error envelope with a code that has no name here; see ``PortalError/serviceCode``.
    public static let service = Self("service")
    /// The status line says no and the body explains nothing; see ``PortalError/httpStatus``.
    public static let http = Self("http")
    /// The server is asked too often (RFC 6585 §4); see ``PortalError/retryAfter``.
    public static let rateLimited = Self("rateLimited")
    /// Something answers there that is no portal.
    public static let notAPortal = Self("notAPortal")
    /// The resource is not there.
    public static let notFound = Self("notFound")
    /// The resource is only to be had over TLS.
    public static let secureConnectionRequired = Self("secureConnectionRequired")
    /// The body is no JSON text.
    public static let malformedJSON = Self("malformedJSON")
    /// The body is empty where a document was asked for.
    public static let emptyBody = Self("emptyBody")
    /// The body is something else than asked for, such as a login page.
    public static let unexpectedContent = Self("unexpectedContent")
    /// The answer exceeds the limits.
    public static let responseTooLarge = Self("responseTooLarge")

    // MARK: redirects

    /// A redirect that may not be followed.
    public static let redirectRefused = Self("redirectRefused")
    /// A redirect from https to http.
    public static let insecureRedirect = Self("insecureRedirect")
    /// More than ten redirects.
    public static let tooManyRedirects = Self("tooManyRedirects")

    // MARK: the wire

    public static let timedOut = Self("timedOut")
    public static let connectionLost = Self("connectionLost")
    public static let cannotConnect = Self("cannotConnect")
    public static let cannotFindHost = Self("cannotFindHost")
    /// Fewer bytes came than announced.
    public static let partialBody = Self("partialBody")
    /// The bytes were no HTTP.
    public static let malformedResponse = Self("malformedResponse")
    /// Any other failure of the transport; see ``PortalError/underlying``.
    public static let transport = Self("transport")

    // MARK: maps and layers

    /// An item of another type than was asked for, such as no web map.
    public static let unsupportedItemType = Self("unsupportedItemType")
    /// A layer or service does not offer what was asked of it, as its own document says; nothing was sent.
    public static let capabilityMissing = Self("capabilityMissing")
    /// A layer of Bing Maps, and there is no key for it.
    public static let bingKeyMissing = Self("bingKeyMissing")

    // MARK: the caller

    /// An argument that cannot be used.
    public static let invalidArgument = Self("invalidArgument")
    /// User name or password is empty; nothing was sent and no attempt counts.
    public static let emptyCredentials = Self("emptyCredentials")
}
