internal import HTTPSemantics
internal import MockPortalServer
internal import PortalAuthentication
internal import PortalJudge
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

    /// What opens the browser in which the user does what a plan says.
    func agent(for plan: BrowserPlan) -> any AuthorizationAgent {
        let browser = ScriptedBrowser(
            plan: plan, trust: BrowserWindow.trust(in: portal), grants: grants,
            password: { [vault] user, isRight in
                vault.password(of: isRight ? .account(user) : .wrong(user))
            }, behavior: behavior.browsing)
        return BrowserWays(browser: browser, note: { [log] in log.note($0) })
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
