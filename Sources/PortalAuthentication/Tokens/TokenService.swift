/// How a context is secured, as it says itself or as is usual.
package enum TokenService: Sendable, Hashable {
    /// Tokens are issued there; `owner` is the portal that the context says it belongs to.
    case issues(at: HTTPURL, owner: HTTPURL?)
    /// The context says that it is not secured by tokens.
    case none

    /// The portal that the context says it belongs to; nil where it names none.
    var owner: HTTPURL? { if case .issues(_, let owner) = self { owner } else { nil } }
}

/// How a context is secured, and when it said so.
package struct KnownTokenService: Sendable {
    let service: TokenService
    let asked: Timestamp
}
