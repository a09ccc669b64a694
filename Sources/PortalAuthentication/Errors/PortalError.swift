public import HTTPSemantics
public import PortalTransport

/// Why a portal could not be reached, used or signed in to; it never holds a secret.
///
/// Compare by ``code``: two errors are equal when their codes are.
public struct PortalError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong.
    public let code: Code
    /// The resource that was asked, without query and user information.
    public internal(set) var url: String?
    /// What happened, in words.
    public internal(set) var detail: String
    /// The message that the server sent, with every secret of the request taken out.
    public internal(set) var serverMessage: String?
    /// The details that the server sent, with every secret of the request taken out.
    public internal(set) var serverDetails: [String] = []
    /// The `code` of the server's error envelope.
    public internal(set) var serviceCode: Int?
    /// The `messageCode` of the server's error envelope, such as `GWM_0003`.
    public internal(set) var messageCode: String?
    /// The `subcode` of the server's error envelope.
    public internal(set) var subcode: Int?
    /// The authorization server's own word for a refusal, such as `invalid_grant` (RFC 6749 §5.2).
    public internal(set) var oauthError: String?
    /// The status line's number, where an answer came.
    public internal(set) var httpStatus: Int?
    /// What asked for credentials; nil where nothing did.
    public internal(set) var protectionSpace: ProtectionSpace?
    /// The challenges of a 401 answer.
    public internal(set) var challenges: [Challenge] = []
    /// What was wrong with the server's certificate.
    public internal(set) var serverTrust: ServerTrustFailure?
    /// What the server said about the client's certificate; its issuers stand in ``protectionSpace`` too.
    public internal(set) var clientCertificate: ClientCertificateFailure?
    /// How long the server asks to be left alone (RFC 9110 §10.2.3).
    public internal(set) var retryAfter: Duration?
    /// Which limit of ``ClientPolicy/limits`` has passed; nil unless the code is `timedOut`.
    public var timeout: TransportError.Timeout? { (underlying as? TransportError)?.timeout }
    /// Whether a token was refused because the request came without the referer that it is bound to.
    public internal(set) var isRefererSuspected: Bool = false
    /// Whether a token was demanded by a server that is not federated with any portal to which a user is signed in.
    public internal(set) var isNotFederated: Bool = false
    /// What caused it: a transport's error, or whatever a handler threw.
    public internal(set) var underlying: (any Error)?

    /// Names a failure that no URL belongs to.
    public init(_ code: Code, detail: String, underlying: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.underlying = underlying
    }

    public static func == (one: PortalError, other: PortalError) -> Bool { one.code == other.code }

    /// The failure in one line: words, code, what the server said and the URL.
    public var description: String {
        var text = "\(detail) (\(code))"
        if let serverMessage, !serverMessage.isEmpty { text += "; the server says: \(serverMessage)" }
        let more = serverDetails.filter { $0 != serverMessage }
        if !more.isEmpty { text += " [\(more.joined(separator: " "))]" }
        if let url { text += " at \(url)" }
        return Self.printable(text)
    }

    /// What servers and certificates say may hold line ends and commands for a terminal.
    static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether other credentials could help: token and HTTP authentication failures (rule table 0.5).
    public var isAuthenticationError: Bool { Self.authenticationCodes.contains(code) }

    private static let authenticationCodes: Set<Code> = [
        .authenticationRequired, .tokenRequired, .tokenInvalid, .invalidCredentials, .tokenNotGenerated, .accountLocked,
        .httpAuthentication, .clientCertificateRequired, .clientCertificateRejected, .serverTokenRefused,
        .proxySignInRequired,
    ]

    /// Whether nothing speaks TLS where the twin of a plain address would be; a certificate that is not trusted says otherwise.
    package var meansNoTLS: Bool {
        [.cannotConnect, .secureConnectionFailed, .connectionLost, .malformedResponse].contains(code)
    }
}

extension PortalError {
    /// The error of an answer that asks to be left alone for a while, in seconds that are told too.
    func asking(_ pause: Duration) -> PortalError {
        var copy = self
        copy.retryAfter = pause
        if pause > .zero { copy.detail += "; try again in \((pause.milliseconds + 999) / 1000) s" }
        return copy
    }

    /// The error with a protection space, where it has none yet.
    package func asked(by space: ProtectionSpace?) -> PortalError {
        guard protectionSpace == nil else { return self }
        var copy = self
        copy.protectionSpace = space
        return copy
    }
}

extension PortalError {
    /// The same failure under a better name.
    package func recoded(_ code: Code, _ detail: String) -> PortalError {
        var copy = PortalError(code, detail: detail, underlying: underlying)
        copy.url = url
        copy.serverMessage = serverMessage
        copy.serverDetails = serverDetails
        copy.serviceCode = serviceCode
        copy.messageCode = messageCode
        copy.subcode = subcode
        copy.oauthError = oauthError
        copy.httpStatus = httpStatus
        copy.protectionSpace = protectionSpace
        copy.challenges = challenges
        copy.serverTrust = serverTrust
        copy.clientCertificate = clientCertificate
        copy.retryAfter = retryAfter
        copy.isRefererSuspected = isRefererSuspected
        copy.isNotFederated = isNotFederated
        return copy
    }
}
