public import HTTPSemantics
internal import Platform

/// An account at an identity provider of the portal.
public struct ProviderAccount: Sendable, Hashable {
    /// The provider by the name of its host.
    public let provider: String
    /// The provider's origin.
    public let origin: String
    /// The member of the portal whose account it is; the provider knows the name with its domain too.
    public let username: String
    /// Unique to this run.
    public let password: Secret<String>
    /// The secret of the authenticator app in base 32; nil where no code is asked for.
    public let secondFactor: Secret<String>?
}

extension PortalSite {
    /// The accounts at the identity providers, by provider and name.
    package var providerAccounts: [ProviderAccount] {
        state.withLock { state in
            state.providers.byName.flatMap { name, ledger -> [ProviderAccount] in
                guard let rules = state.revision.blueprint.identityProviders[name] else { return [] }
                let origin = addresses.hosts[name]?.description ?? ""
                return ledger.passwords.sorted { $0.key < $1.key }.map {
                    ProviderAccount(
                        provider: name, origin: origin, username: $0.key, password: $0.value,
                        secondFactor: rules.signIn.secondFactor[$0.key])
                }
            }
        }
    }

    /// The secrets of authenticator apps for the portal's own page, by user name.
    package var secondFactors: [String: Secret<String>] { blueprint.signIn.secondFactor }
}
