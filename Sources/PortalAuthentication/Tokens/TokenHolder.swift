internal import Locking

/// The token that a credential has now; a newer one is never replaced by an older.
final class TokenHolder: Sendable {
    private let current: Locked<TokenInfo?>

    init(_ token: TokenInfo? = nil) { current = Locked(token) }

    /// The token that it has now; nil before the first.
    var held: TokenInfo? { current.withLock { $0 } }

    /// The held token, one in place of it where that is due by the client's clock (rule R7), or the first.
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
        current.withLock { now in
            if let now, old.map({ !now.isSame(as: $0) }) ?? true { return (now, false) }
            now = token
            return (token, true)
        }
    }

    /// Holds a token, or none, whatever was held.
    func set(_ token: TokenInfo?) { current.withLock { $0 = token } }
}

/// A credential whose token can be looked at without acquiring one.
protocol TokenHolding: ArcGISCredential {
    var holder: TokenHolder { get }
}
