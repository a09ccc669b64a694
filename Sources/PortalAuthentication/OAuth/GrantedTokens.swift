internal import HTTPSemantics
internal import JSONValues
internal import PortalTransport

/// What a token endpoint granted (RFC 6749 §5.1; developers.arcgis.com/rest/users-groups-and-items › token).
struct GrantedTokens: Sendable {
    let access: TokenInfo
    let username: String?
    let refresh: Secret<String>?
    /// When the refresh token ends by the client's own clock; nil where the answer does not say.
    let refreshExpires: Timestamp?
    /// When the answer came, by the client's own clock.
    let received: Timestamp

    /// Reads an answer; throws `malformedJSON` where it holds no token that can be sent.
    init(
        _ json: JSONValue, _ response: HTTPResponse, from url: HTTPURL, received: Timestamp, margin: Duration,
        accessMember: String = "access_token"
    ) throws(PortalError) {
        let token = try Self.token(json, accessMember, from: url)
        let claims = accessMember == "id_token" ? IdentityClaims(token) : nil
        access = TokenInfo(
            token, lifetime: claims?.lifetime ?? Self.lifetime(json["expires_in"]),
            requiresTLS: json["ssl"]?.bool ?? false, issued: Timestamp(dateIn: response.headers, now: received),
            received: received, margin: margin)
        username = (claims?.username ?? json["username"]?.string).flatMap { $0.isEmpty ? nil : $0 }
        let isRefreshable = json["refresh_token"]?.string?.isEmpty == false
        refresh = isRefreshable ? try Self.token(json, "refresh_token", from: url) : nil
        refreshExpires = Self.lifetime(json["refresh_token_expires_in"]).map {
            received.advanced(byMilliseconds: $0.milliseconds)
        }
        self.received = received
    }

    private static func token(
        _ json: JSONValue, _ member: String, from url: HTTPURL
    ) throws(PortalError) -> Secret<String> {
        guard let text = json[member]?.string, !text.isEmpty else {
            throw PortalError(.malformedJSON, url: url, detail: "the answer of the token endpoint holds no \(member)")
        }
        guard HeaderField("X", text).isWellFormed else {
            throw PortalError(.malformedJSON, url: url, detail: "the \(member) holds a line break")
        }
        return Secret(text)
    }

    /// A lifetime in seconds, also spelled as a text; nil where it says nothing, so that the token is used until it is refused.
    private static func lifetime(_ value: JSONValue?) -> Duration? {
        guard let seconds = value?.integer ?? value?.string.flatMap({ Int64(digits: $0) }), seconds > 0 else {
            return nil
        }
        return .seconds(min(seconds, 10_000_000_000))
    }
}

extension TokenInfo {
    /// A token whose lifetime was told instead of its end (rule R7): both clocks are counted from its answer.
    init(
        _ token: Secret<String>, lifetime: Duration?, requiresTLS: Bool, issued: Timestamp?, received: Timestamp,
        margin: Duration
    ) {
        let expires = lifetime.map { (issued ?? received).advanced(byMilliseconds: $0.milliseconds) }
        self.init(accessToken: token, expires: expires, requiresTLS: requiresTLS)
        renewal = TokenLifetime.renewal(expires: expires, issued: issued, received: received, margin: margin)
    }
}
