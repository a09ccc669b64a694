internal import HTTPSemantics
internal import Platform

/// The accounts that a page signs in.
struct SignInAccounts: Sendable {
    /// Judges a user name and a password at a moment of portal time.
    let judge: @Sendable (inout SiteState, String, String, Int64) -> PasswordVerdict
    /// Gives an account a password; what is wrong with it otherwise.
    let change: @Sendable (inout SiteState, String, Secret<String>) -> String?
    /// Whether a user whom the web tier has authenticated has an account here.
    let has: @Sendable (EndpointRequest, String) -> Bool

    /// The portal's own.
    static let portal = SignInAccounts(
        judge: { $0.judge(username: $1, password: $2, at: $3, ignoringCase: true) },
        change: { state, user, password in
            let problem = state.problem(of: password, for: user)
            if problem == nil { state.change([user: password]) }
            return problem
        }, has: { _, _ in true })

    /// Those of a provider.
    static func provider(_ name: String, domain: String) -> SignInAccounts {
        SignInAccounts(
            judge: { state, username, password, time in
                let rule = state.revision.blueprint.lockout
                return state.providers[name].judge(
                    username: username, password: password, domain: domain, at: time, rule: rule)
            },
            change: { state, user, password in
                let ledger = state.providers[name]
                let changes = ledger.history.count - ledger.passwords.count
                let problem = PasswordChange.problem(
                    password, insteadOf: ledger.passwords[user], after: changes, of: state.limits)
                if problem == nil { state.providers[name].change(user, to: password) }
                return problem
            },
            has: { request, user in
                request.site.state.withLock { $0.providers[name].passwords[user] != nil }
            })
    }
}
