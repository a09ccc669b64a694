package import HTTPSemantics
package import JSONValues

/// What a credential gets its tokens in: the way to its servers, and the stores that keep what it got.
package protocol CredentialContext: ExchangeContext {
    /// Acquires one token for everybody who asks for the same; a handler's own request joins nothing.
    func acquire(
        _ key: AcquisitionKey, _ body: @escaping @Sendable () async throws(PortalError) -> TokenInfo
    ) async throws(PortalError) -> TokenInfo

    /// Takes note that a credential holds something new, and returns once every persistent store that keeps it has it too.
    func credentialUpdated(_ credential: any ArcGISCredential) async

    /// What a persistent store keeps of a credential at this moment, which another process may have changed; nil where none keeps it.
    func stored(_ credential: any StorableCredential) async -> JSONValue?

    /// Asks whether a password may go to a token service on a foreign host; throws `tokenServiceNotConsented`.
    func consent(toSendPasswordTo origin: Origin, for context: ServerContext) async throws(PortalError)
}
