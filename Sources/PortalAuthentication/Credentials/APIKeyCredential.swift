internal import HTTPSemantics

/// An API key as what a request is signed with: it is never renewed and has no user
/// (developers.arcgis.com › Security and authentication › API key authentication).
final class APIKeyCredential: ArcGISCredential {
    let serverContext: ServerContext
    private let key: TokenInfo

    init(_ key: Secret<String>, for url: HTTPURL) {
        serverContext = ServerContext(of: url)
        self.key = TokenInfo(accessToken: key, requiresTLS: true)
    }

    var referer: String? { nil }
    var username: String? { nil }
    var canRenew: Bool { false }
    func tokenInfo() async throws(PortalError) -> TokenInfo { key }

    func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        throw PortalError(.tokenInvalid, url: serverContext.url, detail: "an API key cannot be renewed")
    }
}
