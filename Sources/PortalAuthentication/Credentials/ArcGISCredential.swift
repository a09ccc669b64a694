internal import HTTPSemantics

/// Something that yields tokens for one portal or server.
public protocol ArcGISCredential: AnyObject, Sendable {
    /// The context that the credential belongs to.
    var serverContext: ServerContext { get }
    /// The `Referer` that its tokens are bound to; nil means the policy's.
    var referer: String? { get }
    /// Who is signed in, where that is known.
    var username: String? { get }
    /// Whether a refused token can be replaced without asking anybody.
    var canRenew: Bool { get }
    /// A token to send; acquires or renews one where that is due. Throws what the token service answers.
    func tokenInfo() async throws(PortalError) -> TokenInfo
    /// A token in place of one that was refused; throws where there is none.
    func renew(replacing refused: TokenInfo) async throws(PortalError) -> TokenInfo
}
