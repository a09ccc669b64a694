internal import HTTPSemantics

/// A token that the portal issued, with all that decides whether it is good for a request.
struct Token: Sendable {
    /// `token#1` in the order of issue; that of an API key is its name, as `key:weather`.
    let alias: String
    /// Whom it stands for.
    let holder: Viewer
    let scope: Scope
    var binding: Binding
    /// Portal time in milliseconds at which it ends.
    var expires: Int64
    /// The origin that handed it out.
    let issuer: Origin
    /// The client id that it was issued to by OAuth; nil for any other token.
    var client: String?
    /// How it was ended early; nil where it was not.
    var ended: Ending?

    /// What a gate says when it lets the token through.
    let welcome: String

    /// Which tier takes it.
    enum Scope: Sendable {
        case portal
        /// Exchanged for, or issued by, the server at a listener.
        case server(String)
        /// An API key: it is good wherever a token is.
        case everywhere

        var isOfServer: Bool { if case .server = self { true } else { false } }
    }

    /// Whether it may be sent to a server: to the one that it is for, or as the portal's to one that takes those.
    func mayBeSent(to listener: String, _ server: Blueprint.Server, of owner: Origin?) -> Bool {
        switch scope {
        case .server(let name): name == listener
        case .portal:
            server.federation == .federated && server.acceptsPortalToken
                || server.federation == .foreign && issuer == owner
        case .everywhere: true
        }
    }

    /// What a request must show besides the token.
    enum Binding: Sendable, Equatable {
        case none
        case referer(String)
        /// One of these is enough.
        case oneReferer(of: [String])
        case address(String)
    }

    /// How a token was ended before its time.
    enum Ending: Sendable {
        case expired
        case revoked
    }

    /// What a token gate says of one.
    enum Verdict: Sendable {
        case good
        case expired
        case revoked
        case wrongReferer
        case wrongAddress
    }

    /// Says whether the token is good for one request: not expired, and used where it is bound to.
    func verdict(at time: Int64, referer: String?, address: String, check: Blueprint.Tokens.RefererCheck) -> Verdict {
        switch ended {
        case .expired: return .expired
        case .revoked: return .revoked
        case nil: break
        }
        if time >= expires { return .expired }
        switch binding {
        case .none: return .good
        case .referer(let bound): return RefererRule.admits(referer, bound: bound, check: check) ? .good : .wrongReferer
        case .oneReferer(let all):
            return all.contains { RefererRule.admits(referer, bound: $0, check: check) } ? .good : .wrongReferer
        case .address(let bound): return bound == address ? .good : .wrongAddress
        }
    }
}
