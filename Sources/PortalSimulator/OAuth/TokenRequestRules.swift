internal import PortalJudge

/// What no request for a token may be (RFC 6749 §3.2): anything but a POST, a secret in the URL, plain HTTP.
enum TokenRequestRules {
    /// Why a request is refused before it is read; nil where it is not.
    static func refusal(_ request: EndpointRequest, secrets: [String]) -> PortalReply? {
        guard request.isSecure else {
            return .failure(.sslRequired, "https", "OAuth is spoken over HTTPS only", cause: .plainHTTP)
        }
        // As the portal words it for passwords (Esri/resource-proxy issue 534).
        if let secret = secrets.first(where: { request.query[$0] != nil }) {
            let message = "POST request should not contain \(secret) in the query string"
            return .failure(
                .oauth("invalid_request", message), "form", "\(secret) came in the query",
                cause: .secretInQuery)
        }
        guard request.method == "POST" else {
            return .failure(.methodNotSupported, "method", "it takes POST only", cause: .method)
        }
        return nil
    }
}
