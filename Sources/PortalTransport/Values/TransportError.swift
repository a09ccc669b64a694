public import HTTPSemantics
public import TLSIdentity

/// A broken wire: why no response came.
public struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What went wrong; the set grows, so switch with a default.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// Its name.
        public let description: String

        /// Names a further code.
        public init(_ name: String) { description = name }

        /// The server's certificate has defects that nothing granted lets pass; see ``TransportError/serverTrust``.
        public static let serverTrust = Code("serverTrust")
        /// The server asked for a client certificate and it was not decided about it; nothing was sent, see ``IdentityOffer/undecided``.
        public static let clientCertificateRequested = Code("clientCertificateRequested")
        /// The server wants a client certificate and got none.
        public static let clientCertificateRequired = Code("clientCertificateRequired")
        /// The server refused the client certificate; the detail names the alert.
        public static let clientCertificateRejected = Code("clientCertificateRejected")
        /// No TLS could be spoken: no common version, an alert, or bytes that are no TLS.
        public static let secureConnectionFailed = Code("secureConnectionFailed")
        /// The name of the host, or of the proxy, is unknown.
        public static let cannotFindHost = Code("cannotFindHost")
        /// No server listens there, or no route leads there.
        public static let cannotConnect = Code("cannotConnect")
        /// The connection was lost: before the request was sent, or in place of an answer.
        public static let connectionLost = Code("connectionLost")
        /// The connection that a request needed is gone, and no other was made.
        public static let connectionNotKept = Code("connectionNotKept")
        /// The connection ended before any byte of an answer.
        public static let emptyReply = Code("emptyReply")
        /// The connection ended inside the body, in whatever way.
        public static let partialBody = Code("partialBody")
        /// A limit of time has passed; the detail says which.
        public static let timedOut = Code("timedOut")
        /// A limit of size has passed; the detail says which.
        public static let responseTooLarge = Code("responseTooLarge")
        /// The task was cancelled, or the transport was shut down.
        public static let cancelled = Code("cancelled")
        /// The proxy wants credentials (RFC 9110 §15.5.8).
        public static let proxyAuthenticationRequired = Code("proxyAuthenticationRequired")
        /// The proxy did not accept the user name and the password, or asks for them by schemes that are not spoken with a proxy.
        public static let proxyAuthenticationRejected = Code("proxyAuthenticationRejected")
        /// The bytes were no HTTP.
        public static let malformedResponse = Code("malformedResponse")
        /// The request cannot be sent as it stands: a header field, a URL or a body that is not well-formed.
        public static let malformedRequest = Code("malformedRequest")
        /// libcurl itself failed, or its TLS is not this OpenSSL.
        public static let library = Code("library")
    }

    /// What went wrong.
    public let code: Code
    /// The URL without query and user information.
    public let url: String
    /// What happened, in words, without secrets.
    public let detail: String
    /// libcurl's code as it is; 0 where it had none.
    public let curlCode: Int32
    /// What was wrong with the server's certificate; nil unless the code is `serverTrust`.
    public let serverTrust: ServerTrustFailure?
    /// What the server said about the client's certificate; nil unless the code is one of the three about it.
    public let clientCertificate: ClientCertificateFailure?
    /// Which limit of time has passed; nil unless the code is `timedOut`.
    public let timeout: Timeout?
    /// Whether a byte of the request may have reached the server: such a request is never repeated blindly.
    public let mayHaveBeenSent: Bool
    /// Whether a line of the answer has come; false where the connection ended or fell silent before that.
    public let hasReceivedBytes: Bool
    /// How often it went out: a second time over a new connection where a kept one had died (RFC 9112 §9.3.1).
    public let sendings: Int

    /// Puts an error together, for transports and for tests.
    public init(
        _ code: Code, url: String, detail: String, curlCode: Int32 = 0, serverTrust: ServerTrustFailure? = nil,
        clientCertificate: ClientCertificateFailure? = nil, timeout: Timeout? = nil, mayHaveBeenSent: Bool = false,
        hasReceivedBytes: Bool = false, sendings: Int? = nil
    ) {
        self.code = code
        self.url = url
        self.detail = detail
        self.curlCode = curlCode
        self.serverTrust = serverTrust
        self.clientCertificate = clientCertificate
        self.timeout = timeout
        self.mayHaveBeenSent = mayHaveBeenSent
        self.hasReceivedBytes = hasReceivedBytes
        self.sendings = sendings ?? (mayHaveBeenSent ? 1 : 0)
    }

    /// The limits of time.
    public enum Timeout: String, Sendable, Hashable {
        /// Until the request can be sent: name lookup, TCP, a proxy's tunnel and TLS.
        case connect
        /// Too few bytes for too long.
        case stall
        /// Until the whole response is there.
        case whole
    }

    /// Errors are equal by their code.
    public static func == (one: TransportError, other: TransportError) -> Bool { one.code == other.code }

    /// Detail, code and URL.
    public var description: String { "\(detail) (\(code)) while asking \(url)" }
}

/// A server certificate that was not trusted, and why.
public struct ServerTrustFailure: Sendable, Hashable {
    /// The origin that showed it.
    public let origin: Origin
    /// What is wrong with it.
    public let defects: Set<CertificateDefect>
    /// The certificates that were shown, leaf first.
    public let chain: [CertificateSummary]
    /// Each complaint with the certificate that it is about; empty where only the defects are known.
    public let findings: [ServerTrustEvaluation.Finding]

    /// Puts a failure together, for transports and for tests.
    public init(
        origin: Origin, defects: Set<CertificateDefect>, chain: [CertificateSummary],
        findings: [ServerTrustEvaluation.Finding] = []
    ) {
        self.origin = origin
        self.defects = defects
        self.chain = chain
        self.findings = findings
    }
}
