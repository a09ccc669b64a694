public import HTTPSemantics
internal import Platform
public import TLSIdentity

/// One request as it is to go over the wire; redirects are never followed below this.
public struct HTTPRequest: Sendable {
    /// `GET`, `POST`, `HEAD`.
    public var method: String
    /// The absolute URL, without user information.
    public var url: String
    /// Header fields in the order in which they are sent. A value may be secret: it is never logged.
    public var headers: [HeaderField]
    /// The body of a POST.
    public var body: [UInt8]?
    /// The body of a POST in pieces, in place of ``body``; empty where there is none. Default: empty.
    public var pieces: [BodyPiece] = []
    /// Limits that differ from the transport's own.
    public var limits: TransportLimits?
    /// What is answered where the server asks for a client certificate. Default: nothing.
    ///
    /// Connections and TLS sessions are never shared between requests that differ in it.
    public var identity: IdentityOffer
    /// The connection that it goes on, which no request without the same lane uses. Default: any of the origin's.
    public var lane: ConnectionLane?
    /// Whether it only goes out on the connection that the lane's last request went on; where that is gone, the request fails with
    /// `connectionNotKept` and is not sent. Default: no.
    public var needsKeptConnection = false

    /// Puts a request together; nothing is checked before it is sent.
    public init(
        method: String = "GET", url: String, headers: [HeaderField] = [], body: [UInt8]? = nil,
        limits: TransportLimits? = nil, identity: IdentityOffer = .none
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
        self.identity = identity
    }
}

/// One connection at a time, for requests that follow each other: what signs a connection in is not met by other requests.
///
/// HTTP/1.1 is spoken on it. Two requests of a lane are never under way at the same time; their sender sees to that.
public struct ConnectionLane: Sendable, Hashable {
    private let number: Int
    private static let last = Locked(0)

    /// Makes a lane that no other request has.
    public init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }
}

/// What came back for one request.
public struct HTTPResponse: Sendable {
    /// The status code of the final answer, never of an interim one (RFC 9110 §15).
    public var status: Int
    /// Header fields in the order and case of the wire.
    public var headers: [HeaderField]
    /// The body, decompressed.
    public var body: [UInt8]
    /// Certificates that the server showed on this connection, leaf first; empty over plain HTTP.
    public var peerCertificates: [CertificateSummary]
    /// What the server asked for on this connection, or where the session was made that it resumed; nil where it asked for no
    /// client certificate.
    public var certificateRequest: ClientCertificateRequest?
    /// `HTTP/1.1` or `HTTP/2`.
    public var httpVersion: String
    /// How often the request went out: a second time over a new connection where a kept one had died (RFC 9112 §9.3.1).
    public var sendings: Int

    /// Puts a response together, for transports and for tests.
    public init(
        status: Int, headers: [HeaderField] = [], body: [UInt8] = [], peerCertificates: [CertificateSummary] = [],
        certificateRequest: ClientCertificateRequest? = nil, httpVersion: String = "HTTP/1.1", sendings: Int = 1
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.peerCertificates = peerCertificates
        self.certificateRequest = certificateRequest
        self.httpVersion = httpVersion
        self.sendings = sendings
    }
}

/// One request in, one response out: the seam between what a client decides and the wire.
public protocol HTTPTransport: Sendable {
    /// Sends one request. Cancelling the task closes the connection within a second.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Closes pooled connections and forgets TLS sessions, of one origin or of all, so that a changed trust or identity counts at once.
    func retireConnections(to origin: Origin?) async

    /// Replaces what the transport trusts; connections made under the old decision are not used again.
    func setTrust(_ trust: TrustDecisions) async
}

/// The limits of one request; each is configurable, none can be switched off by a server.
public struct TransportLimits: Sendable, Hashable {
    /// Until the request can be sent: name lookup, TCP, a proxy's tunnel and TLS. Default 10 s.
    public var connect: Duration = .seconds(10)
    /// Until the whole response is there. Default 60 s.
    public var whole: Duration = .seconds(60)
    /// How long fewer than one byte a second may come, once the request is being sent. Default 30 s.
    ///
    /// Each byte that comes buys a second, and no more than this limit in store; any byte of the request that is taken fills it.
    public var stall: Duration = .seconds(30)
    /// Bytes of a response body. Default 32 MiB.
    public var bodySize: Int = 32 << 20
    /// Bytes of a response head. Default 256 KiB.
    public var headSize: Int = 256 << 10

    /// The defaults.
    public init() {}
}
