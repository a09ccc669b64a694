package import HTTPAuthentication

/// One request as a portal's handler sees it; valid for one call of the handler.
package struct IncomingRequest {
    /// The listener that received it.
    package let listener: ListenerFacts
    /// Ordinal of the connection within the journal.
    package let connection: Int
    /// Address of the peer without its port.
    package let peerAddress: String
    /// `GET`, `POST`, `HEAD`, `OPTIONS`, or whatever was sent.
    package let method: String
    /// The request target as received.
    package let target: String
    /// Header fields in the order and case of the wire.
    package let headers: [HeaderField]
    /// The whole body; a body over the listener's limit never reaches the handler.
    package let body: [UInt8]
    /// Portal time in milliseconds since 1970.
    package let portalTime: Int64
    /// Subject of the client's TLS certificate, where one was shown and verified.
    package let clientCertificate: String?

    package init(
        listener: ListenerFacts, connection: Int, peerAddress: String, method: String, target: String,
        headers: [HeaderField], body: [UInt8], portalTime: Int64, clientCertificate: String? = nil
    ) {
        self.listener = listener
        self.connection = connection
        self.peerAddress = peerAddress
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.portalTime = portalTime
        self.clientCertificate = clientCertificate
    }
}
