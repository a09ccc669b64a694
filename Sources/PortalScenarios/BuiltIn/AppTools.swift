internal import HTTPSemantics
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalJudge
internal import PortalTransport
internal import TLSIdentity

/// What the app of a scenario works with, however it answers challenges.
struct AppTools: Sendable {
    let log: RunLog
    let vault: CredentialVault
    let grants: GrantLog
    let runIdentities: RunIdentities
    let portal: MockPortal
    let behavior: AppBehavior
    /// How long an answer waits for what the scenario has it wait for.
    let patience: Duration
    /// The cookies of the browser in which people sign in.
    let jar: BrowserJar

    /// What opens the browser in which the user does what a plan says.
    func agent(for plan: BrowserPlan) -> any AuthorizationAgent {
        let browser = ScriptedBrowser(
            plan: plan, trust: BrowserWindow.trust(in: portal), jar: jar,
            identity: { [portal] name in
                let store = ClientIdentityStore()
                return .identity(
                    try store.importPKCS12(
                        try portal.pkcs12(named: name), password: portal.identityPassword, overwrite: false))
            }, grants: grants,
            password: { [vault] user, isRight in
                vault.password(of: isRight ? plan.credential : .wrong(user))
            }, knowledge: knowledge, behavior: behavior.browsing)
        return BrowserWays(browser: browser, note: { [log] in log.note($0) })
    }

    /// What a person knows of identity providers and has in an authenticator app.
    private var knowledge: SignInKnowledge {
        let portal = portal
        let own = Origin(ofURL: portal.url)?.description ?? ""
        @Sendable func account(_ user: String, _ origin: String) -> ProviderAccount? {
            portal.providerAccounts.first { $0.username == user && $0.origin == origin }
        }
        return SignInKnowledge(
            origin: { name in portal.hostURLs[name].flatMap { Origin(ofURL: $0)?.description } ?? "" },
            title: { name in portal.providerTitles[name] ?? name },
            password: { [vault] user, origin, isRight in
                guard let account = account(user, origin) else { return nil }
                return isRight ? account.password : vault.makeWrong(user, at: [origin])
            },
            newPassword: { [vault] user, origin in
                vault.makeNew(user, at: origin == own ? nil : [origin]).reveal { $0 }
            },
            code: { user, origin in
                let secret = origin == own ? portal.secondFactors[user] : account(user, origin)?.secondFactor
                let bytes = secret?.reveal { Base32.decode($0) } ?? []
                return OneTimeCode.text(of: OneTimeCode.counter(at: portal.portalTime), secret: bytes)
            })
    }

    /// What the scenario calls an origin; the origin itself where it has no name there.
    func name(of origin: Origin) -> String { places.first { $0.origin == origin }?.name ?? origin.description }

    /// What the scenario calls a host with its port.
    func name(ofAuthority authority: String) -> String {
        places.first { $0.origin?.authority == authority }?.name ?? authority
    }

    private var places: [(name: String, origin: Origin?)] {
        [("portal", Origin(ofURL: portal.url))]
            + portal.hostURLs.sorted { $0.key < $1.key }.map { ($0.key, Origin(ofURL: $0.value)) }
    }

    /// The user trusts a server, one certificate of it or whatever it shows.
    func trust(_ challenge: NetworkChallenge, isForCertificate: Bool) -> NetworkTrust {
        grants.granted(
            challenge.space.origin, fingerprint: isForCertificate ? challenge.chain.first?.sha256 : nil,
            tolerating: [.certificateSelfSigned, .certificateUnknownRoot])
        return NetworkTrust(scope: isForCertificate ? .certificate : .host)
    }

    /// The candidate of a name, or an identity that the app has elsewhere, chosen for who asks; nil, and a complaint, where
    /// there is none.
    func identity(_ name: String, for challenge: NetworkChallenge) -> ClientIdentity? {
        do {
            let known = challenge.candidates.first { runIdentities.name(of: $0) == name }
            let identity = try known ?? runIdentities.identity(name)
            grants.chose(name, for: challenge.space.origin)
            return identity
        } catch {
            log.complain("there is no identity \(name): \(error)")
            return nil
        }
    }

    /// Returns when the task is cancelled, and not before.
    func untilCancelled() async {
        let (never, continuation) = AsyncStream<Void>.makeStream()
        for await _ in never {}
        _ = continuation
    }
}
