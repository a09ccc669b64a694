internal import HTTPSemantics
internal import PortalTransport

/// Whether an answer is that of an identity-aware proxy which sends everybody that it does not know to its sign-in page
/// (learn.microsoft.com/entra/identity/app-proxy: pre-authentication).
enum ProxyRefusal {
    /// A redirect to another origin's page for OAuth's authorization endpoint (RFC 6749 §4.1.1).
    static func isThere(in response: HTTPResponse, to url: HTTPURL) -> Bool {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let target = response.headers.first(named: "Location").flatMap({ url.resolving($0) }),
            target.origin != url.origin, target.origin.isSecure, target.segments.last?.lowercased() == "authorize"
        else { return false }
        let names = Set(FormURLEncoded.fields(of: target.query ?? "").map(\.name))
        return names.contains("client_id") && names.contains("response_type")
    }

    /// What a request fails with where no user signs in to the proxy.
    static func error(at url: HTTPURL) -> PortalError {
        PortalError(
            .proxySignInRequired, url: url, detail: text(url)
        ).asked(by: ProtectionSpace(origin: url.origin, method: .token))
    }

    /// A failure to get past the proxy, under a name that no portal or server uses for its own tokens.
    static func named(_ error: PortalError, at url: HTTPURL) -> PortalError {
        let codes: Set<PortalError.Code> = [.tokenInvalid, .tokenRequired, .authenticationRequired]
        guard codes.contains(error.code) else { return error }
        return error.recoded(.proxySignInRequired, "\(text(url)): \(error.detail)")
    }

    private static func text(_ url: HTTPURL) -> String {
        "an identity-aware proxy stands before \(url.origin.authority) and no user is signed in to it"
    }
}
