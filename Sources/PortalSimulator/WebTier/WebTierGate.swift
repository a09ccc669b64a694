internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// Everything that the web servers in front of the portal decide about a request before the portal sees it.
///
/// They treat every method alike, the preflights of browsers included, which carry no credentials (WHATWG Fetch §4.8): Apache
/// httpd and nginx refuse those too unless their configuration makes an exception.
struct WebTierGate {
    let revision: BlueprintRevision
    let site: PortalSite

    /// What came of it; an object, so that requests without a web tier carry nothing about.
    final class Outcome {
        var user: WebUser?
        /// The ID token that an identity-aware proxy has looked at, by alias.
        var identityToken: String?
        /// Whether a trusted front has handed the request on.
        var isFromFront = false
        var decisions: [Journal.Decision] = []
        var authorization: Journal.Authorization?
        /// Where the request ends here: the answer with what the journal keeps of it.
        var refusal: (response: PreparedAnswer, challenges: [String]?, nonce: String?)?
        var proof: (DigestProof, Blueprint.WebAuthentication)?
        /// What the answer adds after right Negotiate credentials.
        var reply: [HeaderField] = []

        init(authorization: Journal.Authorization? = nil) { self.authorization = authorization }
    }

    func decide(_ request: borrowing IncomingRequest, path: String) -> Outcome {
        let outcome = Outcome()
        let listener = request.listener.name
        if let rules = revision.blueprint.identityProxy, rules.hosts.contains(listener) {
            let gate = IdentityGate(rules: rules, site: site).decide(request)
            outcome.identityToken = gate.alias
            outcome.decisions.append(gate.decision)
            if let refusal = gate.refusal {
                outcome.refusal = (refusal, nil, nil)
                return outcome
            }
        }
        if let rules = revision.blueprint.clientCertificates(at: listener) {
            let (result, decision) = CertificateGate(rules: rules).decide(request.clientCertificate, path: path)
            if let decision { outcome.decisions.append(decision) }
            switch result {
            case .refused(let page):
                outcome.authorization = request.header("Authorization").flatMap {
                    Journal.Authorization.unjudged($0, verdict: .unasked)
                }
                outcome.refusal = (page.response(), nil, nil)
                return outcome
            case .passed(let commonName):
                if let commonName, rules.handsOver {
                    let isOnServer = rules.paths.contains { $0.rule != .none && PathPrefix.holds($0.path, for: path) }
                    outcome.user = user(rules.users[commonName] ?? commonName, countsOnServer: isOnServer)
                }
            }
        }
        authenticate(request, path: path, outcome)
        if outcome.refusal == nil, let front = revision.blueprint.front {
            let gate = FrontGate(rules: front)
            outcome.isFromFront = gate.trusts(request.arrival.listener, request.arrival.peer)
            let values = request.headerValues(front.userHeader)
            let (name, decision) = gate.decide(
                values, listener: request.arrival.listener, address: request.arrival.peer)
            if let decision { outcome.decisions.append(decision) }
            if let name { outcome.user = user(name, countsOnServer: false) }
        }
        return outcome
    }

    private func authenticate(_ request: borrowing IncomingRequest, path: String, _ outcome: Outcome) {
        let rules = revision.blueprint.webAuthentication(at: request.listener.name)
        guard let rules, rules.covers(path) else {
            outcome.authorization = request.header("Authorization").flatMap {
                Journal.Authorization.unjudged($0, verdict: .unasked)
            }
            return
        }
        let gate = WebAuthenticationGate(
            rules: rules, memory: site.webTier, accounts: site.state.withLock { $0.passwords }, path: path,
            windows: WindowsRequest(
                memory: request.memory, endPointHash: request.endPointHash, time: request.portalTime))
        let fields = request.headerValues("Authorization")
        let judgement = gate.judge(
            fields,
            of: DigestGate.Request(
                method: request.method, target: request.target, body: request.body, time: request.portalTime,
                origins: [request.listener.origin, site.addresses.portal]))
        outcome.authorization = judgement?.authorization
        if let judgement {
            outcome.decisions.append(
                .init(
                    gate: judgement.authorization.scheme, passed: judgement.isRight, reason: judgement.reason,
                    cause: judgement.cause))
            if judgement.renewsSession {
                outcome.decisions.append(
                    .init(
                        gate: "digest-session", passed: true,
                        reason: "the session's key is made of this cnonce, and not of the first"))
            }
        } else if rules.windows != nil,
            case .signedIn(let user, let mechanism)? = site.webTier.signIn(over: request.memory)
        {
            let reason = "\(user) signed in over this connection by \(mechanism)"
            outcome.decisions.append(.init(gate: "connection", passed: true, reason: reason))
            if rules.handsOver { outcome.user = self.user(user, countsOnServer: true) }
            return
        } else {
            let reason =
                fields.isEmpty ? "no credentials were sent" : "a bearer token is no credential of the web server"
            outcome.decisions.append(.init(gate: "webTier", passed: false, reason: reason, cause: .credentialsMissing))
        }
        if let judgement, judgement.isRight {
            // Where the user is not handed over, the one that a certificate has named stays.
            if rules.handsOver { outcome.user = user(judgement.authorization.username, countsOnServer: true) }
            outcome.proof = judgement.proof.map { ($0, rules) }
            outcome.reply = judgement.reply
        } else if let judgement, judgement.authorization.verdict == .continued {
            let demand = gate.demand(continuing: judgement)
            outcome.refusal = (WebServerPage.httpAPIUnauthorized.response(demand.fields), demand.words, nil)
        } else if judgement?.isBadRequest == true {
            outcome.refusal = (WebServerPage.apacheBadRequest.response(), nil, nil)
        } else {
            let demand = gate.demand(
                isStale: judgement?.authorization.verdict == .stale, at: request.portalTime,
                errorToken: judgement?.errorToken)
            outcome.refusal = (gate.page.response(demand.fields), demand.words, demand.nonce)
        }
    }

    /// Returns the portal's user of a name; nil where the portal does not know the name.
    private func user(_ name: String?, countsOnServer: Bool) -> WebUser? {
        guard let name, (try? site.content.users().named(name)) != nil else { return nil }
        return WebUser(name: name, countsOnServer: countsOnServer)
    }
}

extension DigestProof {
    /// The answer with what follows right Digest credentials, and the alias of a nonce that it hands out.
    func inform(
        _ response: PreparedAnswer, _ rules: Blueprint.WebAuthentication, site: PortalSite, method: String,
        at time: Int64
    ) -> (response: PreparedAnswer, nonce: String?) {
        let next = rules.givesNextNonce ? site.webTier.nonces.withLock { $0.issue(at: time, session: session) } : nil
        let body = method == "HEAD" ? [] : response.body
        guard let field = information(body: body, tellsProof: rules.givesInfo, next: next?.text) else {
            return (response, nil)
        }
        let headers = response.headers + [field]
        return (PreparedAnswer(status: response.status, headers: headers, body: response.body), next?.alias)
    }
}
