package import HTTPSemantics

/// One request as a portal's handler sees it; valid for one call of the handler.
///
/// The head stays packed: ask for one field with ``header(_:)`` rather than for all of them.
package struct IncomingRequest: Sendable {
    /// The listener that received it, or the one that the client has asked as a front tells it.
    package private(set) var listener: ListenerFacts
    /// Ordinal of the connection within the journal.
    package let connection: Int
    /// Address of the client without its port: the peer's, or the one that a trusted front tells.
    package private(set) var peerAddress: String
    /// The portal's origin as the client sees it, where it is not the usual one; the addresses of the answer then name it.
    package private(set) var portalOrigin: Origin?
    /// The listener and the peer that it really came from.
    package let arrival: (listener: String, peer: String)
    /// `GET`, `POST`, `HEAD`, `OPTIONS`, or whatever was sent.
    package let method: String
    /// The request target as received.
    package let target: String
    /// The whole body, or the beginning of one in parts; a body over the listener's limit never reaches the handler.
    package let body: [UInt8]
    /// How many bytes the body had, also where ``body`` is only the beginning.
    package var bodyBytes: Int
    /// Portal time in milliseconds since 1970.
    package let portalTime: Int64
    /// The certificate that the client showed in the TLS handshake, or in the one that its session goes back to; nil without one.
    package let clientCertificate: ClientCertificateFacts?
    /// Whether the listener asks for client certificates (RFC 8446 §4.3.2).
    package let wasAskedForCertificate: Bool
    /// Ordinal of the request on its connection, from 1.
    package var ordinal = 1
    /// A body in parts that was read while it arrived, of which ``body`` is the beginning; nil for any other body.
    package var multipart: MultipartForm?
    /// What its connection remembers; nil where nothing can be bound to one.
    package var memory: (any ConnectionMemory)?
    /// The certificate that was shown in the TLS handshake, as hash for `tls-server-end-point` in lower-case hex (RFC 5929 §4.1); nil without
    /// TLS.
    package var endPointHash: String?
    private let head: RequestHead

    /// Builds a request from plain values.
    package init(
        listener: ListenerFacts, connection: Int, peerAddress: String, method: String, target: String,
        headers: [HeaderField], body: [UInt8], portalTime: Int64, clientCertificate: ClientCertificateFacts? = nil,
        wasAskedForCertificate: Bool = false
    ) {
        self.init(
            listener: listener, connection: connection, peerAddress: peerAddress,
            head: RequestHead(target: target, method: method, version: "HTTP/1.1", headers: headers), body: body,
            portalTime: portalTime, clientCertificate: clientCertificate,
            wasAskedForCertificate: wasAskedForCertificate)
    }

    /// Builds a request from a head that stays packed.
    package init(
        listener: ListenerFacts, connection: Int, peerAddress: String, head: RequestHead, body: [UInt8],
        portalTime: Int64, clientCertificate: ClientCertificateFacts? = nil, wasAskedForCertificate: Bool = false
    ) {
        self.listener = listener
        self.connection = connection
        self.peerAddress = peerAddress
        self.head = head
        self.body = body
        bodyBytes = body.count
        self.portalTime = portalTime
        self.clientCertificate = clientCertificate
        self.wasAskedForCertificate = wasAskedForCertificate
        arrival = (listener.name, peerAddress)
        method = head.method
        target = head.target
    }

    /// The same request as its client sent it to another host, which this portal plays or a front in between has.
    package func seen(at listener: ListenerFacts, portal: Origin, from peer: String? = nil) -> IncomingRequest {
        var copy = self
        copy.listener = listener
        copy.portalOrigin = portal
        if let peer { copy.peerAddress = peer }
        return copy
    }

    /// The same request from another client than the peer.
    package func from(_ peer: String) -> IncomingRequest {
        var copy = self
        copy.peerAddress = peer
        return copy
    }

    /// Header fields in the order and case of the wire; unpacks all of them.
    package var headers: [HeaderField] { head.headers }

    /// The value of the first field with a name, compared without case (RFC 9110 §5.1), without the blanks around it (§5.5).
    package func header(_ name: StaticString) -> String? {
        guard let value = head.header(name), let first = value.utf8.first, let last = value.utf8.last,
            first.isOptionalWhitespace || last.isOptionalWhitespace
        else { return head.header(name) }
        return String(Substring(value.utf8.trimmingOptionalWhitespace()))
    }

    /// The values of every field with a name, compared without case (RFC 9110 §5.3).
    package func headerValues(_ name: String) -> [String] { head.headers(named: name) }
}
