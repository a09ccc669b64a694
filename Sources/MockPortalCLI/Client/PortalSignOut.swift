import HTTPSemantics
import PortalAuthentication
import PortalClient
import PortalTransport

/// The end of what an environment keeps for one portal; what it keeps for others stays.
struct PortalSignOut: Sendable {
    /// What became of one thing that was kept.
    struct Ending: Sendable {
        /// `revoked`, `not revoked` or `forgotten`.
        let word: String
        /// What it was, and why it was not revoked.
        let what: String

        static func revoked(_ what: String) -> Ending { Ending(word: "revoked", what: what) }
        static func notRevoked(_ what: String) -> Ending { Ending(word: "not revoked", what: what) }
        static func forgotten(_ what: String) -> Ending { Ending(word: "forgotten", what: what) }

        /// Whether the portal was asked to revoke it and did not.
        var isUnrevoked: Bool { word == "not revoked" }
    }

    private let portal: Portal
    private var environment: PortalEnvironment { portal.environment }

    /// Names the portal; nothing happens before ``run()``.
    init(_ portal: Portal) { self.portal = portal }

    /// Revokes what can be revoked, forgets everything, and says what became of each.
    func run() async -> [Ending] {
        var endings: [Ending] = []
        for credential in environment.credentials.credentials where credential.serverContext == portal.url.context {
            endings.append(await end(credential))
            environment.credentials.remove(credential)
        }
        let origin = portal.url.root.origin
        for (space, credential) in environment.networkCredentials.credentials where space.origin == origin {
            guard case .password(let username, _) = credential else { continue }
            endings.append(.forgotten("password of \(username) for \(space.method)"))
            await environment.networkCredentials.remove(for: space)
        }
        // What the command line itself trusts is kept nowhere.
        for grant in environment.trust.granted where grant.host == origin.host && grant.port == origin.port {
            endings.append(.forgotten("trust in \(Self.text(grant))"))
        }
        await environment.trust.revoke(host: origin.host, port: origin.port)
        // Nothing is left, so no file needs to be.
        if environment.credentials.credentials.isEmpty, environment.networkCredentials.credentials.isEmpty,
            environment.trust.grants.isEmpty
        {
            await environment.authentication.signOut()
        }
        return endings
    }

    /// What is trusted, as a person was asked.
    private static func text(_ grant: TrustGrant) -> String {
        let place = grant.port.map { "\(grant.host):\($0)" } ?? grant.host
        switch grant.scope {
        case .certificate(let sha256): return "the certificate \(sha256) of \(place)"
        case .host: return "whatever certificate \(place) shows"
        }
    }

    private func end(_ credential: any ArcGISCredential) async -> Ending {
        let who = credential.username.map { " of \($0)" } ?? ""
        guard let revocable = credential as? any RevocableCredential else {
            return .forgotten(
                credential is TokenCredential
                    ? "user name and password\(who); tokens that they gave end by themselves"
                    : "\(credential); portals revoke no tokens of this kind")
        }
        guard revocable.holdsLiveTokens else { return .forgotten("sign-in\(who), which had ended") }
        do throws(PortalError) {
            try await revocable.revoke()
            return .revoked("sign-in\(who)")
        } catch {
            let end = (credential as? OAuthUserCredential)?.refreshTokenExpires.map {
                "; at the portal it ends on \(CivilDate(secondsSince1970: $0.milliseconds / 1000))"
            }
            return .notRevoked("sign-in\(who): \(error)\(end ?? "")")
        }
    }
}
