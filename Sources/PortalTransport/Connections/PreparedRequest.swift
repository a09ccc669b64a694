internal import HTTPSemantics

/// A request that was checked on the caller's thread: nothing in it can be read differently by libcurl or a server.
struct PreparedRequest: Sendable {
    let method: String
    let origin: Origin
    /// Which connections may carry it.
    let pool: ConnectionPool.Key
    /// Rebuilt from the origin that was read, so that libcurl cannot understand another host than trust was asked for.
    let url: String
    let headers: [HeaderField]
    let body: [UInt8]?
    /// The body in pieces, in its place.
    let pieces: [BodyPiece]
    /// How many bytes the body of either form has.
    let bodyCount: Int
    let limits: TransportLimits
    /// Whether no connection is made for it.
    let needsKeptConnection: Bool

    var isHead: Bool { method == "HEAD" }
    /// Whether sending it twice does no harm (RFC 9110 §9.2.2).
    var isIdempotent: Bool { method != "POST" && method != "PATCH" }
    /// Whether there is a body of either form.
    var hasBody: Bool { body != nil || !pieces.isEmpty }
    /// What may stand in an error.
    var publicURL: String { URLParts.withoutSecrets(url) }

    init(
        _ request: HTTPRequest, defaults: TransportLimits, origins: OriginReader
    ) throws(TransportError) {
        func malformed(_ detail: String) -> TransportError {
            TransportError(.malformedRequest, url: URLParts.withoutSecrets(request.url), detail: detail)
        }
        guard !request.method.isEmpty, request.method.utf8.allSatisfy(HeaderField.isTokenByte) else {
            throw malformed("the method is no token (RFC 9110 §5.6.2)")
        }
        for field in request.headers {
            guard field.isWellFormed else {
                throw malformed("a header field is not well-formed: \(URLParts.printable(field.name)) (RFC 9110 §5)")
            }
            for name in ["Host", "Content-Length", "Transfer-Encoding"] where field.isNamed(name) {
                throw malformed("\(name) is written by the transport itself")
            }
        }
        if request.body != nil || !request.pieces.isEmpty, request.method == "HEAD" {
            throw malformed("a HEAD request has no body")
        }
        if !request.pieces.isEmpty, request.method != "POST" || request.body != nil {
            throw malformed("a body in pieces is the whole body of a POST")
        }
        var bodyCount = request.body?.count ?? 0
        for piece in request.pieces {
            let (sum, overflows) = bodyCount.addingReportingOverflow(piece.count)
            guard piece.count >= 0, !overflows else {
                throw malformed("the body has a piece of fewer than no bytes, or more bytes than can be counted")
            }
            bodyCount = sum
        }
        if let reading = origins.readPlain(request.url) {
            origin = reading.origin
            url = request.url
        } else {
            guard request.url.utf8.allSatisfy(OriginReader.isPrintable) else {
                throw malformed("the URL holds a byte that is not printable ASCII, or a backslash (RFC 3986 §2)")
            }
            guard let parts = URLParts(request.url), let reading = origins.read(parts) else {
                throw malformed("the URL is not an absolute http or https URL with a plain host")
            }
            guard !parts.hasUserInformation else { throw malformed("the URL holds user information (RFC 3986 §3.2.1)") }
            origin = reading.origin
            url = reading.text + parts.afterAuthority
        }
        pool = ConnectionPool.Key(origin: origin, offer: request.identity, lane: request.lane)
        needsKeptConnection = request.needsKeptConnection
        method = request.method
        headers = request.headers
        body = request.body
        pieces = request.pieces
        self.bodyCount = bodyCount
        limits = request.limits ?? defaults
    }
}
