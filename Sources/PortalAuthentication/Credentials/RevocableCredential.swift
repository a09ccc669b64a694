/// A credential whose tokens can be called in before they expire (RFC 7009).
package protocol RevocableCredential: ArcGISCredential {
    /// Whether it holds a token that its server would still take and that was not revoked yet.
    var holdsLiveTokens: Bool { get }
    /// Has the authorization server call in every token of the credential, and uses none of them afterwards.
    ///
    /// Returns once the server has said that they are called in, and at once where there are none; throws where it has not.
    /// It asks no handler: a web tier that wants to know more is a failure.
    func revoke() async throws(PortalError)
}
