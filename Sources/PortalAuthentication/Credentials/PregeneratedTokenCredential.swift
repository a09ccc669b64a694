internal import HTTPSemantics

/// A token that was acquired elsewhere; it is never renewed.
public final class PregeneratedTokenCredential: ArcGISCredential, CustomStringConvertible {
    public let serverContext: ServerContext
    public let referer: String?
    let info: TokenInfo

    /// Takes a token for a portal, server or any of their resources, and the referer that it was generated for; throws `invalidArgument`.
    public convenience init(url: HTTPURL, tokenInfo: TokenInfo, referer: String? = nil) throws(PortalError) {
        try self.init(context: ServerContext(of: url), tokenInfo: tokenInfo, referer: referer)
    }

    init(context: ServerContext, tokenInfo: TokenInfo, referer: String?) throws(PortalError) {
        let url = context.url
        guard tokenInfo.accessToken.reveal({ !$0.isEmpty && HeaderField("X", $0).isWellFormed }) else {
            throw PortalError(.invalidArgument, url: url, detail: "the token is empty or holds a line break")
        }
        if let referer, Referer(referer) == nil {
            throw PortalError(.invalidArgument, url: url, detail: "the referer is empty or holds a line break")
        }
        serverContext = context
        self.referer = referer
        info = tokenInfo
    }

    public var username: String? { nil }
    public var canRenew: Bool { false }
    public func tokenInfo() async throws(PortalError) -> TokenInfo { info }

    public func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo {
        throw PortalError(.tokenInvalid, url: serverContext.url, detail: "a token that was given cannot be renewed")
    }

    public var description: String { "pregenerated token for \(serverContext)" }
}
