public import HTTPSemantics

/// A token and what was said about it when it was issued.
public struct TokenInfo: Sendable, Hashable {
    /// The token itself.
    public let accessToken: Secret<String>
    /// When it ends by the clock of its issuer; nil means it is used until it is refused.
    public let expires: Timestamp?
    /// Whether it must travel over TLS only (`ssl` of the answer).
    public let requiresTLS: Bool
    /// When to renew it by the client's own clock; nil means on refusal only.
    package var renewal: Timestamp?

    /// Takes a token that was acquired.
    public init(accessToken: Secret<String>, expires: Timestamp? = nil, requiresTLS: Bool = false) {
        self.accessToken = accessToken
        self.expires = expires
        self.requiresTLS = requiresTLS
        renewal = nil
    }

    /// Whether both are the same token.
    package func isSame(as other: TokenInfo) -> Bool { accessToken == other.accessToken }
}

/// Where a token stands in a request (developers.arcgis.com › Security and authentication › HTTP authorization headers).
public enum TokenCarrier: Sendable, Hashable {
    /// `X-Esri-Authorization: Bearer`; leaves `Authorization` to the web tier.
    case esriHeader
    /// `Authorization: Bearer`; only where no web-tier scheme is in use.
    case authorizationHeader
    /// `token=` in a form; the request becomes a POST.
    case formBody
    /// `token=` in the query; only by explicit policy.
    case query
}
