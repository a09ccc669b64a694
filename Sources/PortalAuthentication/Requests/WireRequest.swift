package import HTTPAuthentication
package import PortalTransport

/// One request on its way to the wire, knowing what of it is secret.
package struct WireRequest: Sendable {
    package var method: String
    package var url: HTTPURL
    package var headers: [HeaderField] = []
    package var body: [UInt8]?
    /// Whether the body holds a password: it is sent to one origin only.
    package var carriesPassword = false
    /// Whether a token stands somewhere in it.
    package var carriesToken = false
    /// Whether that is in the body.
    package var carriesTokenInBody = false

    package init(method: String, url: HTTPURL) {
        self.method = method
        self.url = url
    }

    /// Makes the body a form (WHATWG URL §5.2).
    package mutating func setForm(_ pairs: [(String, String)]) {
        body = Array(FormEncoding.encode(pairs).utf8)
        headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
    }
}

/// The answer to a wire request and where it came from in the end.
package struct WireAnswer: Sendable {
    package let response: HTTPResponse
    package let url: HTTPURL
    /// Whether the request that was answered still carried the token.
    package let carriedToken: Bool
}
