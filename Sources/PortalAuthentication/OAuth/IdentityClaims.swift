internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// What an ID token says of itself (OpenID Connect Core 1.0 §2).
///
/// It came over TLS from the endpoint that issues it, so its signature need not be checked (§3.1.3.7); nothing is decided by it
/// but when it is renewed.
struct IdentityClaims {
    /// How long it lives, from its issue on.
    let lifetime: Duration?
    /// Who it stands for, to be shown.
    let username: String?

    /// Reads the claims; nil for a token that is no JSON Web Token (RFC 7519 §3).
    init?(_ token: Secret<String>) {
        let parts = token.reveal { $0.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]),
            let claims = try? JSONValue(parsing: bytes)
        else { return nil }
        username = claims["preferred_username"]?.string ?? claims["upn"]?.string
        guard let end = claims["exp"]?.integer, let start = claims["iat"]?.integer else {
            lifetime = nil
            return
        }
        let seconds = end.subtractingReportingOverflow(start)
        lifetime =
            !seconds.overflow && seconds.partialValue > 0 ? .seconds(min(seconds.partialValue, 10_000_000_000)) : nil
    }
}
