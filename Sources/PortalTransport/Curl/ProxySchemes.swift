internal import CCurl

/// The schemes by which a proxy asks who sends a request (RFC 9110 §11.7), as libcurl counts them.
struct ProxySchemes: OptionSet {
    let rawValue: Int

    static let basic = Self(rawValue: ccurl_auth_basic())
    static let digest = Self(rawValue: ccurl_auth_digest())
    private static let negotiate = Self(rawValue: ccurl_auth_negotiate())
    private static let ntlm = Self(rawValue: ccurl_auth_ntlm())
    private static let bearer = Self(rawValue: ccurl_auth_bearer())

    /// Those that are answered, where there is a user name.
    static let answered: Self = [basic, digest]

    /// Their names, where libcurl knows one.
    var names: [String] {
        [(Self.basic, "Basic"), (.digest, "Digest"), (.negotiate, "Negotiate"), (.ntlm, "NTLM"), (.bearer, "Bearer")]
            .filter { contains($0.0) }.map(\.1)
    }
}
