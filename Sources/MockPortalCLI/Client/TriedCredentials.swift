import HTTPSemantics
import PortalAuthentication
import PortalClient

/// What the command line gave to sign in with, in the place of what a store had kept; where it is refused, that comes back.
struct TriedCredentials: Sendable {
    private let environment: PortalEnvironment
    private let given: (any ArcGISCredential)?
    private let givenBefore: (any ArcGISCredential)?
    private let login: SignInAnswer?
    private let loginBefore: NetworkCredential?
    private let space: ProtectionSpace
    /// Where a portal says whom it takes a user for.
    private let portalSelf: String

    /// Has an environment use them for a portal; a login holds for every realm of its origin, and for Digest as well.
    init(
        _ given: (any ArcGISCredential)?, _ login: SignInAnswer?, for portal: PortalURL,
        in environment: PortalEnvironment
    ) async throws(PortalError) {
        self.environment = environment
        self.given = given
        self.login = login
        portalSelf = portal.rest.appending("portals", "self").withoutQuery
        space = ProtectionSpace(origin: portal.root.origin, method: .basic)
        givenBefore = environment.credentials.credential(for: portal.root)
        loginBefore = environment.networkCredentials.credential(for: space)
        if let given { environment.credentials.add(given) }
        if let login {
            try await environment.networkCredentials.add(
                .password(username: login.username, login.password), for: space)
        }
    }

    /// Whether a user, a password or a token was given for the portal.
    var hasCredential: Bool { given != nil }

    /// Whether user name and password were given for the web tier.
    var hasLogin: Bool { login != nil }

    /// Takes the login back where no web tier wanted it, so that nothing is kept that was only given in case.
    func takeBackUnusedLogin(isUsed: Bool) async {
        if login != nil, !isUsed { await takeBackLogin() }
    }

    /// Puts back what was there before, where what was given was refused or was not even tried.
    func takeBack(after error: PortalError, isAccepted: Bool, isUsed: Bool) async {
        // A user may sign in and be no member of the organization: the portal itself is denied then.
        let isDenied = error.code == .accessDenied && error.url == portalSelf
        let isRefused = error.isAuthenticationError || isDenied
        if let given, isRefused || !isAccepted {
            environment.credentials.remove(given)
            if let givenBefore { environment.credentials.add(givenBefore) }
        }
        if login != nil, isRefused || !isUsed { await takeBackLogin() }
    }

    private func takeBackLogin() async {
        await environment.networkCredentials.remove(for: space)
        if let loginBefore { try? await environment.networkCredentials.add(loginBefore, for: space) }
    }
}
