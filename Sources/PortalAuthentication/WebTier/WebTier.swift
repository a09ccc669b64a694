internal import HTTPAuthentication
internal import Locking
internal import PortalTransport

/// What one environment has learned about the web tier in front of its servers, and the questions that are open.
final class WebTier: Sendable {
    let credentials: NetworkCredentialStore
    let signIns = SingleFlight<SignInChain.Key, SignInChain.Outcome>()
    let identityQuestions = SingleFlight<IdentityChain.Key, IdentityOffer>()
    private let memory = Locked(SignInMemory())

    init(credentials: NetworkCredentialStore) { self.credentials = credentials }

    /// The sign-in to send with a request before anybody asks; only while the store still holds its password.
    func signIn(for url: HTTPURL) -> SignIn? { kept(memory.withLock { $0.signIn(for: url) }) }

    /// The sign-in of a realm, if somebody has got one.
    func signIn(for spaces: [ProtectionSpace]) -> SignIn? { kept(memory.withLock { $0.signIn(for: spaces) }) }

    private func kept(_ signIn: SignIn?) -> SignIn? {
        guard let signIn, credentials.password(for: signIn.space) == signIn.password else { return nil }
        return signIn
    }

    /// Keeps a sign-in that a server has accepted.
    func remember(_ signIn: SignIn, for url: HTTPURL) {
        credentials.keep(signIn.password, for: signIn.space)
        memory.withLock { $0.remember(signIn, for: url) }
    }

    func forget(_ signIn: SignIn) { memory.withLock { $0.forget(signIn) } }

    /// Forgets everything but the identities themselves; who waits fails with the error (rule R24).
    func signOut(with error: PortalError) async {
        signIns.cancelAll(with: error)
        identityQuestions.cancelAll(with: error)
        memory.withLock { $0 = SignInMemory() }
        await credentials.removeAll()
    }
}
