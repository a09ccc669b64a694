internal import PortalJudge

/// Decides who asks, from the tokens that a request carries.
struct TokenGate {
    let handling: RequestHandling
    let onServer: Bool

    /// What came of it.
    enum Result {
        case passed(Viewer)
        case refused(ErrorEnvelope)
    }

    /// Takes the first good token; where all are bad, the first decides what is said.
    func decide() -> (result: Result, decision: Journal.Decision?) {
        let rules = handling.revision.blueprint.tokens
        var refusal: (result: Result, decision: Journal.Decision)?
        for (presented, token) in zip(handling.presented.found, handling.tokens)
        where rules.carriers.contains(presented.carrier) && presented.isRead(onServer: onServer) {
            guard let complaint = complaint(token, rules) else {
                guard let token else { continue }
                return (
                    .passed(token.holder), Journal.Decision(gate: "token", passed: true, reason: token.welcome)
                )
            }
            guard refusal == nil else { continue }
            let envelope = ErrorEnvelope.invalidToken(onServer: onServer, byReferer: complaint.cause == .tokenReferer)
            refusal = (
                .refused(envelope),
                Journal.Decision(
                    gate: "token", passed: false, reason: complaint.reason, cause: complaint.cause)
            )
        }
        guard let refusal else { return (.passed(.anonymous), nil) }
        return refusal
    }

    /// What is wrong with a token here; nil where it is good.
    private func complaint(_ token: Token?, _ rules: Blueprint.Tokens) -> (reason: String, cause: Journal.Cause?)? {
        if rules.refuse == .all { return ("the blueprint refuses every token", nil) }
        guard let token else { return ("the token was never issued by this portal", .tokenUnknown) }
        let verdict = token.verdict(
            at: handling.time, referer: handling.presented.referer, address: handling.peerAddress, check: rules.referer)
        switch verdict {
        case .good: break
        case .expired: return ("\(token.alias) has expired", .tokenExpired)
        case .revoked: return ("\(token.alias) was revoked", .tokenRevoked)
        case .wrongReferer:
            let what = handling.presented.referer == nil ? "no Referer was sent" : "the request has another one"
            return ("\(token.alias) is bound to a referer and \(what)", .tokenReferer)
        case .wrongAddress: return ("\(token.alias) is bound to another address", .tokenAddress)
        }
        let server = handling.revision.blueprint.server(at: handling.listener.name)
        switch (token.scope, onServer) {
        case (.portal, false), (.everywhere, _): return nil
        case (.server(let name), true):
            return name == handling.revision.serverName(at: handling.listener.name)
                ? nil : ("\(token.alias) is good for another server", .tokenScope)
        case (.server, false): return ("\(token.alias) is good for the server only", .tokenScope)
        case (.portal, true):
            switch server.federation {
            case .federated, .none:
                return server.acceptsPortalToken
                    ? nil : ("\(token.alias) must be exchanged for a token of the server", .tokenScope)
            case .foreign where token.issuer == handling.site.owner(of: server): return nil
            case .standalone, .foreign:
                return ("\(token.alias) belongs to a portal that the server does not know", .tokenScope)
            }
        }
    }
}
