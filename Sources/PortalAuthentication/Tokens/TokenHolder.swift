internal import Platform

/// The token that a credential has now; a newer one is never replaced by an older.
final class TokenHolder: Sendable {
    private struct State {
        var current: TokenInfo?
        /// What is on its way to the stores and takes the place of the current one once they have it.
        var coming: TokenInfo?
    }
    private let state: Locked<State>

    init(_ token: TokenInfo? = nil) { state = Locked(State(current: token)) }

    /// The token that requests are signed with now; nil before the first.
    var held: TokenInfo? { state.withLock { $0.current } }
    /// The token that a store is to keep.
    var kept: TokenInfo? { state.withLock { $0.coming ?? $0.current } }

    /// The held token, or a new one where it has expired or is due for renewal by the client's clock (rule R7), or the first.
    func token(
        at now: Timestamp, _ acquire: (_ replacing: TokenInfo?) async throws(PortalError) -> TokenInfo
    ) async throws(PortalError) -> TokenInfo {
        guard let token = held else { return try await acquire(nil) }
        guard let due = token.renewal, now > due else { return token }
        do throws(PortalError) {
            return try await acquire(token)
        } catch {
            // The old token may still do; if it does not, the refusal is what surfaces.
            guard !error.isAuthenticationError, error.code != .cancelled, error.code != .signedOut else { throw error }
            return token
        }
    }

    /// What has taken the place of a token already; nil where nothing has.
    func replacement(for old: TokenInfo?) -> TokenInfo? {
        guard let token = held else { return nil }
        guard let old else { return token }
        return token.isSame(as: old) ? nil : token
    }

    /// Puts a token in the place of another one; gives what is held then, and whether it was not before.
    func settle(_ token: TokenInfo, replacing old: TokenInfo?) -> (token: TokenInfo, isNew: Bool) {
        state.withLock { state in
            if let now = state.current, old.map({ !now.isSame(as: $0) }) ?? true { return (now, false) }
            state.current = token
            return (token, true)
        }
    }

    /// Has the stores keep a token that no request may use before they do.
    func prepare(_ token: TokenInfo) { state.withLock { $0.coming = token } }

    /// Holds a token that was prepared, unless another one, or none, was set or prepared meanwhile.
    func complete(_ token: TokenInfo) {
        state.withLock { state in
            guard state.coming?.isSame(as: token) == true else { return }
            (state.current, state.coming) = (token, nil)
        }
    }

    /// Holds a token, or none, whatever was held.
    func set(_ token: TokenInfo?) { state.withLock { $0 = State(current: token) } }
}
