public import HTTPSemantics
internal import PortalAuthentication

/// What to do about layers that fail, as Esri's own viewer does it; closures ask the user.
///
/// - A certificate that is not trusted: ``trust`` is asked; `true` says that the host is trusted now, and the layer is
///   tried again.
/// - A client certificate is wanted: ``identity`` is asked for one.
/// - A sign-in could help: a layer of a server that is federated with the portal is skipped where a user is signed in
///   there, since that user has no right to it; else ``signIn`` is asked.
/// - Anything else, and whatever is not answered, is skipped.
public struct OpeningPolicy: WebMapOpener {
    /// Asks for a credential; nil skips the layer.
    public var signIn: @Sendable (LayerFailure) async -> ResourceCredential?
    /// Asks for one of the identities that the error's protection space accepts; nil skips the layer.
    public var identity: @Sendable (LayerFailure) async -> ResourceCredential?
    /// Asks whether to trust the host of the error's protection space; true once it is trusted.
    public var trust: @Sendable (LayerFailure) async -> Bool
    /// The key for Bing Maps.
    public var bingKey: Secret<String>?
    /// How often one layer is tried at most. Default 5 (client rule R11).
    public var maxFailures: Int = 5

    /// Skips whatever fails, unless a closure answers otherwise.
    public init(
        signIn: @escaping @Sendable (LayerFailure) async -> ResourceCredential? = { _ in nil },
        identity: @escaping @Sendable (LayerFailure) async -> ResourceCredential? = { _ in nil },
        trust: @escaping @Sendable (LayerFailure) async -> Bool = { _ in false }, bingKey: Secret<String>? = nil
    ) {
        self.signIn = signIn
        self.identity = identity
        self.trust = trust
        self.bingKey = bingKey
    }

    public func webMap(_ map: WebMap, didFailToLoad failure: LayerFailure) async -> LayerDisposition {
        guard failure.failures < maxFailures else { return .skip }
        let error = failure.error
        if error.serverTrust != nil { return await trust(failure) ? .retry(nil) : .skip }
        if error.clientCertificate != nil {
            return await identity(failure).map { .retry($0) } ?? .skip
        }
        guard error.isAuthenticationError, !(failure.isFederated && failure.isSignedIn) else { return .skip }
        return await signIn(failure).map { .retry($0) } ?? .skip
    }

    public func bingKey(for map: WebMap) async -> Secret<String>? { bingKey }
}
