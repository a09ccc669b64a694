internal import FixtureFiles
public import HTTPSemantics
internal import JSONValues
internal import Platform
package import PortalJudge

/// A portal's behaviour: it knows accounts, tokens and documents, and answers any request that a listener hands it.
///
/// It is called on a listener's thread and must not wait.
package final class PortalSite: Sendable {
    /// Where the portal is reached.
    package let addresses: SiteAddresses
    let content: PortalContent
    /// What it pretends to be: the name of a preset or a scenario, and what that is for.
    let pretence: (name: String?, summary: String?)
    let state: Locked<SiteState>
    let map: SiteMap
    let webTier: WebTierMemory
    /// Answers of feature queries.
    let queries = KeptQueries()
    /// The keys that sign messages of the portal and its providers.
    let signingKeys = SigningKeys.ofProcess
    /// How much it keeps of what clients make more of.
    let limits: ResourceLimits
    /// How often the blueprint was changed; its lock keeps the changes apart.
    let changes = Locked(0)
    /// Carries out what only the listeners can do: the clock, certificates, held answers.
    let listenerActions: @Sendable (PortalAction) -> Void

    /// Puts a portal together; what the blueprint and the content name is checked by then.
    init(
        checked blueprint: Blueprint, content: PortalContent, addresses: SiteAddresses,
        secrets: ApplicationSecrets,
        limits: ResourceLimits, listenerActions: @escaping @Sendable (PortalAction) -> Void
    ) throws(BlueprintError) {
        self.addresses = addresses
        self.listenerActions = listenerActions
        self.limits = limits
        self.content = content
        pretence = (blueprint.servedAs ?? blueprint.preset, blueprint.summary)
        webTier = WebTierMemory(nonces: limits.nonces)
        var passwords: [String: Secret<String>] = [:]
        for name in try content.accountNames() {
            passwords[name] = blueprint.passwords[name] ?? Secret(RandomText.password())
        }
        state = Locked(
            SiteState(
                blueprint.placed(under: addresses.context).registered(with: content.placeholders), passwords: passwords,
                secrets: secrets, origin: addresses.portal, limits: limits, at: PortalClock.realTime))
        map = SiteMap(addresses, blueprint)
    }

    /// The accounts that can sign in, by name.
    package var accounts: [Account] {
        state.withLock { state in
            state.passwords.sorted { $0.key < $1.key }.map { Account(username: $0.key, password: $0.value) }
        }
    }

    /// Every secret of the run so far, with the origins that may see it.
    package func canaries() -> [Canary] {
        state.withLock { state in
            let hosts = state.revision.blueprint.hosts
            let signIn = hosts.keys.sorted().filter { name in
                guard let host = hosts[name], host.scheme == .https, host.webAuthentication == nil else { return false }
                // A token service under another name is a stranger: a password goes there by consent only (rule R5).
                return host.serves == .portal || host.serves == .identity
                    || host.serves == .server && host.server.federation == .standalone
                    || host.serves == .tokens && addresses.hosts[name]?.host == addresses.portal.host
            }
            let origins = [addresses.portal] + signIn.compactMap { addresses.hosts[$0] }
            let passwords = state.passwordHistory.map { user, password in
                let gates = state.revision.blueprint.hostsAskingForPasswords(of: user).compactMap {
                    addresses.hosts[$0]
                }
                return Canary(
                    name: "password:\(user)", kind: .password, value: password.reveal { $0 },
                    origins: (origins + gates.filter { !origins.contains($0) }).map(\.description))
            }
            let tokens = state.tokens.texts.kept.compactMap { text -> Canary? in
                guard let token = state.tokens[text] else { return nil }
                var origins = [addresses.portal.description]
                if token.issuer != addresses.portal { origins.append(token.issuer.description) }
                for (name, server) in state.revision.blueprint.servers {
                    guard token.mayBeSent(to: name, server, of: owner(of: server)),
                        let origin = addresses.origin(ofListener: name)?.description, !origins.contains(origin)
                    else { continue }
                    origins.append(origin)
                }
                return Canary(name: token.alias, kind: .token, value: text, origins: origins)
            }
            return passwords + tokens + state.signInCanaries(addresses)
        }
    }

    /// How many secrets were forgotten to stay within the limits: ``canaries()`` lacks them.
    package var forgottenSecrets: Int { state.withLock { $0.forgottenSecrets } }

    /// Issues a token without a request, as for a client that got it earlier; a lifetime of nil is the blueprint's.
    package func issueToken(
        for username: String, lifetime: Duration?, referer: String?, at time: Int64
    ) throws(BlueprintError) -> (alias: String, token: Secret<String>) {
        let known = accounts.map(\.username)
        guard known.contains(username) else {
            throw BlueprintError(
                .unknownValue, source: "issueToken", keyPath: "username", problem: "\"\(username)\" is no account",
                allowed: known, written: username)
        }
        return state.withLock { state in
            let rules = state.revision.blueprint.tokens
            let issued = state.tokens.issue(
                to: .user(username), scope: .portal, binding: referer.map { .referer($0) } ?? .none,
                expires: time.later(by: lifetime ?? rules.lifetime), issuer: addresses.portal,
                characters: rules.characters)
            return (issued.alias, Secret(issued.text))
        }
    }

    /// Whether answers for an operation have to wait until it is released.
    package func isHeld(_ operation: String) -> Bool {
        state.withLock { !$0.held.isEmpty && $0.held.contains(operation) }
    }

    /// The blueprint as it stands after all changes.
    package var blueprint: Blueprint { state.withLock { $0.revision.blueprint } }
}

extension PortalSite {
    /// The portal that a foreign server calls its owner; nil where that is no URL.
    func owner(of server: Blueprint.Server) -> Origin? { Origin(ofURL: content.placeholders.expand(server.owner)) }

    /// The applications that the blueprint registers, by client id, with their secrets if they have any.
    package var oauthApplications: [OAuthApplication] {
        state.withLock { state in
            state.revision.applications.filter { !$0.value.isBuiltIn }.sorted { $0.key < $1.key }.map {
                id, application in
                OAuthApplication(
                    clientID: id, redirectURIs: application.redirectURIs, secret: state.secrets.clientSecrets[id])
            }
        }
    }

    /// The client secrets and API keys.
    package var applicationSecrets: ApplicationSecrets { state.withLock { $0.secrets } }

    /// The API keys by name.
    package var apiKeys: [String: Secret<String>] { state.withLock { $0.secrets.apiKeys } }
}

/// An application that is registered for OAuth (developers.arcgis.com, "Authorize").
public struct OAuthApplication: Sendable, Hashable {
    /// What it calls itself in `client_id`.
    public let clientID: String
    /// Where browsers may be sent back to, with addresses in the place of placeholders.
    public let redirectURIs: [String]
    /// What it proves itself with; nil where it has none.
    public let secret: Secret<String>?
}

/// A user who can sign in.
public struct Account: Sendable, Hashable {
    /// The user name, case-sensitive for `generateToken`.
    public let username: String
    /// Unique to this run unless the blueprint sets it.
    public let password: Secret<String>
}
