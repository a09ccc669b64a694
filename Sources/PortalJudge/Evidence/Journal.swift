public import HTTPSemantics

/// What a portal saw on the wire, raw and in order; its unit is the connection.
public struct Journal: Sendable, Codable, Equatable {
    /// Every connection, in the order in which they were accepted; one refused in its handshake included.
    public var connections: [Connection]
    /// Every request over every connection, in the order in which their heads were complete.
    public var requests: [Request]
    /// How many connections and requests were dropped because the journal is bounded.
    public var dropped: Int
    /// Bytes of memory that the dropped entries took; nil in reports that lack it.
    public var droppedBytes: Int?

    /// Joins entries in their order with the count of those that were dropped.
    public init(
        connections: [Connection] = [], requests: [Request] = [], dropped: Int = 0, droppedBytes: Int? = nil
    ) {
        self.connections = connections
        self.requests = requests
        self.dropped = dropped
        self.droppedBytes = droppedBytes
    }
}

extension Journal {
    /// One accepted TCP connection and how it ended.
    public struct Connection: Sendable, Codable, Equatable {
        /// Ordinal within the portal's journal, from 1.
        public var number: Int
        /// Name of the listener that accepted it: `portal`, `http`, or a host of the blueprint.
        public var listener: String
        /// Origin that the listener serves, as in `https://localhost:8443`.
        public var origin: String
        /// Address and port of the peer.
        public var peer: String
        /// Milliseconds of real time since the portal started.
        public var openedAt: Double
        /// The TLS handshake; nil on a plain listener.
        public var tls: Handshake?
        /// How the connection ended; nil while it is open.
        public var end: End?
        /// The fault that was played on it, in the blueprint's words: `reset`, `stall`.
        public var fault: String?

        public init(
            number: Int, listener: String, origin: String, peer: String, openedAt: Double, tls: Handshake? = nil,
            end: End? = nil, fault: String? = nil
        ) {
            self.number = number
            self.listener = listener
            self.origin = origin
            self.peer = peer
            self.openedAt = openedAt
            self.tls = tls
            self.end = end
            self.fault = fault
        }
    }

    /// What was seen of a TLS handshake. A completed one is no acceptance: only request bytes are.
    public struct Handshake: Sendable, Codable, Equatable {
        /// The server name of the ClientHello (RFC 6066 §3); nil where none was sent.
        public var serverName: String?
        /// TLS versions that the ClientHello offers, as `TLS1.2`, `TLS1.3`; one without a name as its number, `0x7f1c`.
        public var offeredVersions: [String]
        /// Application protocols that the ClientHello offers (RFC 7301).
        public var alpn: [String]
        /// Recipe of the certificate that was shown, as `good` or `expired`.
        public var certificate: String?
        /// SHA-256 fingerprint of the leaf that was shown, in lower-case hex.
        public var fingerprint: String?
        /// What became of it.
        public var outcome: Outcome
        /// The version that was negotiated.
        public var version: String?
        /// Whether an earlier session was resumed.
        public var resumed: Bool
        /// Subject of the client's certificate; nil where none was sent.
        public var clientCertificate: String?
        /// Name of the identity that the client showed, as `alice`; `unknown` where this portal never issued it, nil where none was shown.
        public var identity: String?
        /// What verification said of the client's certificate, as `good`, `unknown_ca` or `certificate_expired`; nil where none was shown.
        public var identityVerdict: String?
        /// Distinguished names that the server sent as acceptable issuers; nil where no certificate was asked for.
        public var acceptableIssuers: [String]?
        /// The alert that ended it, from either side.
        public var alert: Alert?

        public init(
            serverName: String? = nil, offeredVersions: [String] = [], alpn: [String] = [], certificate: String? = nil,
            fingerprint: String? = nil, outcome: Outcome = .pending, version: String? = nil, resumed: Bool = false,
            clientCertificate: String? = nil, identity: String? = nil, identityVerdict: String? = nil,
            acceptableIssuers: [String]? = nil, alert: Alert? = nil
        ) {
            self.serverName = serverName
            self.offeredVersions = offeredVersions
            self.alpn = alpn
            self.certificate = certificate
            self.fingerprint = fingerprint
            self.outcome = outcome
            self.version = version
            self.resumed = resumed
            self.clientCertificate = clientCertificate
            self.identity = identity
            self.identityVerdict = identityVerdict
            self.acceptableIssuers = acceptableIssuers
            self.alert = alert
        }

        /// What became of a handshake.
        public enum Outcome: String, Sendable, Codable {
            /// Not over yet.
            case pending
            /// Both sides finished; whether the client accepts shows only in request bytes.
            case completed
            /// The client sent an alert.
            case refusedByClient
            /// The server sent an alert.
            case refusedByServer
            /// The connection ended without an alert and without completion.
            case abandoned
            /// The bytes were no TLS.
            case notTLS
        }
    }

    /// A TLS alert (RFC 8446 §6).
    public struct Alert: Sendable, Codable, Equatable {
        /// Its number, as 48.
        public var number: Int
        /// Its name in the RFC, as `unknown_ca`.
        public var name: String
        /// `client` or `server`.
        public var sentBy: String

        public init(number: Int, name: String, sentBy: String) {
            self.number = number
            self.name = name
            self.sentBy = sentBy
        }
    }

    /// How a connection ended.
    public struct End: Sendable, Codable, Equatable {
        /// Milliseconds of real time since the portal started.
        public var at: Double
        /// `client`, `server`, `timeout`, `error` or `shutdown`.
        public var by: String
        /// Bytes of application data received; 0 says that no request ever came.
        public var requestBytes: Int

        public init(at: Double, by: String, requestBytes: Int) {
            self.at = at
            self.by = by
            self.requestBytes = requestBytes
        }
    }

    /// One request as received, and the answer to it.
    public struct Request: Sendable, Codable, Equatable {
        /// Ordinal within the portal's journal, from 1.
        public var number: Int
        /// The connection it came over.
        public var connection: Int
        /// Ordinal on its connection, from 1.
        public var ordinal: Int
        /// Listener name, as of the connection.
        public var listener: String
        /// Origin that received it, as `https://localhost:8443`.
        public var origin: String
        /// Portal time in milliseconds since 1970.
        public var portalTime: Int64
        /// Milliseconds that portal time was ahead of real time when the head was complete; nil in reports that lack it.
        public var advanced: Int64?
        public var method: String
        /// The request target as received (RFC 9112 §3.2).
        public var target: String
        public var httpVersion: String
        /// Header fields in the order and case of the wire.
        public var headers: [HeaderField]
        /// The body as received, up to the journal's limit.
        public var body: [UInt8]
        /// Bytes of the body that the limit cut off.
        public var bodyBytesDropped: Int
        /// What the portal took it for, in the scenario's words: `generateToken`, `portals/self`, `info`, `Traffic`.
        public var operation: String
        /// The tokens it carried, and how.
        public var presented: [PresentedToken]
        /// The HTTP credentials it carried (RFC 9110 §11.4), a bearer token apart; nil where there were none.
        public var authorization: Authorization?
        /// Each gate that decided something, and why.
        public var decisions: [Decision]
        /// The answer; nil while there is none.
        public var answer: Answer?
        /// The fault that was played instead of the answer or on top of it, in the blueprint's words: `reset body 10`, `drip`.
        public var fault: String?
        /// What the HTTP parser refused, in its words; such an entry may lack everything else.
        public var parserError: String?
        /// What a request for OAuth tokens asked with; nil for any other.
        public var grant: Grant?

        public init(
            number: Int, connection: Int, ordinal: Int, listener: String, origin: String, portalTime: Int64,
            method: String, target: String, httpVersion: String = "HTTP/1.1", headers: [HeaderField] = [],
            body: [UInt8] = [], bodyBytesDropped: Int = 0, operation: String, presented: [PresentedToken] = [],
            authorization: Authorization? = nil, decisions: [Decision] = [], answer: Answer? = nil,
            fault: String? = nil, parserError: String? = nil, advanced: Int64? = nil, grant: Grant? = nil
        ) {
            self.number = number
            self.connection = connection
            self.ordinal = ordinal
            self.listener = listener
            self.origin = origin
            self.portalTime = portalTime
            self.advanced = advanced
            self.method = method
            self.target = target
            self.httpVersion = httpVersion
            self.headers = headers
            self.body = body
            self.bodyBytesDropped = bodyBytesDropped
            self.operation = operation
            self.presented = presented
            self.authorization = authorization
            self.decisions = decisions
            self.answer = answer
            self.fault = fault
            self.parserError = parserError
            self.grant = grant
        }
    }

    /// A token that a request carried.
    public struct PresentedToken: Sendable, Codable, Equatable {
        public var carrier: TokenCarrier
        /// `token#1` in the order of issue; `unknown` where this portal never issued it.
        public var alias: String

        public init(carrier: TokenCarrier, alias: String) {
            self.carrier = carrier
            self.alias = alias
        }
    }

    /// The documented ways to carry a token (developers.arcgis.com, "HTTP authorization headers"; "Common parameters").
    public enum TokenCarrier: String, Sendable, Codable {
        /// `X-Esri-Authorization: Bearer`.
        case esriHeader
        /// `Authorization: Bearer`.
        case authorizationHeader
        /// `token=` in a form body.
        case form
        /// `token=` in the query.
        case query
        /// The cookie `esri_auth` of a portal or `agstoken` of a server.
        case cookie
    }

    /// HTTP credentials as a gate of the web tier understood them; it holds no password and no response.
    public struct Authorization: Sendable, Codable, Equatable {
        /// The scheme in lower case: `basic`, `digest`, `negotiate`, `ntlm`.
        public var scheme: String
        /// The user name; nil where it could not be read.
        public var username: String?
        /// What the gate made of it.
        public var verdict: Verdict
        /// The realm that it names.
        public var realm: String?
        /// The nonce by alias in the order of issue, as `nonce#1`; `unknown` where this portal never issued it.
        public var nonce: String?
        /// The nonce count as a number (RFC 7616 §3.4); nil where none was sent.
        public var nonceCount: Int?
        /// The client's nonce as sent.
        public var cnonce: String?
        /// `auth`, `auth-int`, or nil for the older form without qop.
        public var qop: String?
        /// `MD5`, `MD5-sess`, `SHA-256`, `SHA-256-sess` as sent; nil where none was sent.
        public var algorithm: String?
        /// What Negotiate or NTLM credentials held; nil for other schemes, and where no gate looked at them.
        public var windows: WindowsCredentials?

        public init(
            scheme: String, username: String? = nil, verdict: Verdict, realm: String? = nil, nonce: String? = nil,
            nonceCount: Int? = nil, cnonce: String? = nil, qop: String? = nil, algorithm: String? = nil,
            windows: WindowsCredentials? = nil
        ) {
            self.windows = windows
            self.scheme = scheme
            self.username = username
            self.verdict = verdict
            self.realm = realm
            self.nonce = nonce
            self.nonceCount = nonceCount
            self.cnonce = cnonce
            self.qop = qop
            self.algorithm = algorithm
        }

        /// What a gate made of HTTP credentials.
        public enum Verdict: String, Sendable, Codable {
            /// The credentials are the account's.
            case right
            /// The user is unknown, or the password is another one.
            case wrong
            /// The response is right, but its nonce is no longer good (RFC 7616 §3.3, stale).
            case stale
            /// This nonce was used with this count before, or this Kerberos token has signed in before.
            case replayed
            /// It cannot be read, or lacks what its scheme demands.
            case malformed
            /// No gate asks for this scheme here.
            case unasked
            /// They are the beginning of an exchange, and its next challenge went back (RFC 4559 §5).
            case continued
        }
    }

    /// What one gate decided about a request.
    public struct Decision: Sendable, Codable, Equatable {
        /// Which gate, as `token`, `access`, `https`.
        public var gate: String
        /// Whether the request went on.
        public var passed: Bool
        /// Why, in a sentence without secrets.
        public var reason: String
        /// What the client did that led to it; nil where it is not the client's doing, and in reports that lack it.
        package var cause: Cause?

        public init(gate: String, passed: Bool, reason: String) {
            self.init(gate: gate, passed: passed, reason: reason, cause: nil)
        }

        package init(gate: String, passed: Bool, reason: String, cause: Cause?) {
            self.gate = gate
            self.passed = passed
            self.reason = reason
            self.cause = cause
        }
    }

    /// The answer that was queued.
    public struct Answer: Sendable, Codable, Equatable {
        /// The HTTP status.
        public var status: Int
        /// The code that counts: that of the JSON error envelope if there is one, else the HTTP status.
        public var code: Int
        /// Bytes of the answer's body.
        public var size: Int
        /// A token that this answer handed out, as `token#1`; of OAuth's a code as `code#1` too.
        public var issued: String?
        /// What else it handed out, as `refresh#1`, `code#1` or `idtoken#1`; nil where there is nothing.
        public var alsoIssued: [String]?
        /// Challenges of a 401 in the order of the wire, as `Digest SHA-256`, `Basic`; nil where there are none.
        public var challenges: [String]?
        /// The nonce that this answer handed out, as `nonce#1`.
        public var nonce: String?
        /// `Retry-After` as it was sent (RFC 9110 §10.2.3); nil where it was not.
        public var retryAfter: String?

        public init(
            status: Int, code: Int, size: Int, issued: String? = nil, challenges: [String]? = nil, nonce: String? = nil,
            retryAfter: String? = nil, alsoIssued: [String]? = nil
        ) {
            self.status = status
            self.code = code
            self.size = size
            self.issued = issued
            self.alsoIssued = alsoIssued
            self.challenges = challenges
            self.nonce = nonce
            self.retryAfter = retryAfter
        }
    }
}
