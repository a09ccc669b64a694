internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

extension PortalSite {
    /// Answers one request: where it belongs, which gates stand before it, what the endpoint says, in which format.
    package func answer(_ request: borrowing IncomingRequest) -> Answer { answer(request, number: nil) }

    /// The same, for a request that was counted already.
    func answer(_ request: borrowing IncomingRequest, number counted: Int?) -> Answer {
        let target = RequestTarget(request.target, at: origins(of: request.listener))
        var query = target.query.isEmpty ? FormParameters() : FormParameters(target.query)
        var body = RequestForm(of: request)
        let translation = AddressTranslation(of: addresses.portal, to: request.portalOrigin)
        if let translation {
            query.translate(by: translation)
            body.parameters.translate(by: translation)
        }
        let presented = PresentedTokens(request, query: query, form: body.parameters)
        // Everything that the request needs of the changing state, in one visit to the lock.
        let (revision, number, tokens) = state.withLock { state in
            if counted == nil { state.requests += 1 }
            return (state.revision, counted ?? state.requests, presented.found.map { state.tokens[$0.text] })
        }
        let place = map.place(of: target.path, at: request.listener, in: revision)
        let wantsPage = place.isRoot && target.query.isEmpty && HomePage.isAsked(by: request)
        let operation = wantsPage ? HomePage.operation : place.operation

        var handling = RequestHandling(
            site: self, revision: revision, query: query, rawQuery: String(Substring(target.query)), body: body,
            presented: presented, tokens: tokens,
            method: request.method, listener: request.listener, peerAddress: request.peerAddress,
            time: request.portalTime)
        handling.wantsPage = wantsPage
        handling.translation = translation
        let web = webTier(before: request, target, revision, authorization: presented.authorization)
        if let web {
            handling.webUser = web.user
            handling.isFromFront = web.isFromFront
            handling.decisions = web.decisions
            handling.identityToken = web.identityToken
        }
        let rendered: PreparedAnswer
        if let refusal = web?.refusal {
            rendered = translation?.told(refusal.response) ?? refusal.response
        } else if !revision.proxies.isEmpty, revision.proxies.contains(request.listener.name) {
            rendered = ProxyGate.refusal
        } else if request.method == "OPTIONS" {
            let asked = request.header("Access-Control-Request-Headers")
            rendered = CrossOrigin(origin: presented.origin).preflight(asking: asked)
        } else if let canned = cannedAnswer(for: operation, on: request.listener.name, revision) {
            rendered = handling.render(canned)
        } else {
            rendered = handling.answer(place, target: target.originForm)
        }
        var answer = Answer(rendered, operation: operation, presented: handling.presentedWithAliases())
        answer.user = handling.claimedUser(operation: operation)
        answer.notes.decisions = handling.decisions + rendered.notes.decisions
        if let web { addNotes(of: web, &answer, request) }
        if let issued = answer.notes.issued { tellLimits(of: [issued] + answer.notes.alsoIssued, &answer) }
        if !revision.blueprint.after.isEmpty {
            performOwn(state.withLock { $0.actions(after: number, operation: operation) })
        }
        return answer
    }

    /// What the web tier decides; nil where there is none and the request carries no credentials either.
    private func webTier(
        before request: borrowing IncomingRequest, _ target: RequestTarget, _ revision: BlueprintRevision,
        authorization: String?
    ) -> WebTierGate.Outcome? {
        if revision.hasWebTier {
            return WebTierGate(revision: revision, site: self).decide(request, path: target.path)
        }
        let found = authorization.flatMap { Journal.Authorization.unjudged($0, verdict: .unasked) }
        return found.map { WebTierGate.Outcome(authorization: $0) }
    }

    /// Adds the web tier's part to an answer.
    private func addNotes(of web: WebTierGate.Outcome, _ answer: inout Answer, _ request: borrowing IncomingRequest) {
        var nonce = web.refusal?.nonce
        if let (proof, rules) = web.proof {
            (answer.prepared, nonce) = proof.inform(
                answer.prepared, rules, site: self, method: request.method, at: request.portalTime)
        }
        if !web.reply.isEmpty {
            let prepared = answer.prepared
            answer.prepared = PreparedAnswer(
                status: prepared.status, headers: prepared.headers + web.reply, body: prepared.body)
        }
        answer.webTier = WebTierNotes(
            authorization: web.authorization, challenges: web.refusal?.challenges, nonce: nonce)
    }

    /// Adds what had to go so that something could be handed out.
    private func tellLimits(of aliases: [String], _ answer: inout Answer) {
        for note in state.withLock({ $0.notes(for: aliases) }) {
            answer.notes.decisions.append(Journal.Decision(gate: "limits", passed: true, reason: note))
        }
    }

    /// The answer that the blueprint prescribes for an operation on a listener, if one is due.
    private func cannedAnswer(for operation: String, on listener: String, _ revision: BlueprintRevision) -> Blueprint
        .CannedAnswer?
    {
        guard !revision.blueprint.answers.isEmpty else { return nil }
        return state.withLock { $0.cannedAnswer(for: operation, on: listener) }
    }

    /// The origins whose absolute targets are this portal's own.
    func origins(of listener: ListenerFacts) -> [Origin] { [listener.origin, addresses.portal] }
}

/// A request target split at its question mark (RFC 9112 §3.2.1).
struct RequestTarget {
    /// The path, in which slashes that follow each other count as one, as portals take them (Esri/arcgis-python-api asks for
    /// `/sharing/rest//community/groups/…`), and unreserved characters stand for themselves (RFC 3986 §6.2.2.2).
    let path: String
    let query: Substring.UTF8View

    /// The same without scheme and authority, where it came in absolute form (RFC 9112 §3.2.2).
    let originForm: String

    /// Takes a target apart; an absolute one is as good as what stands behind its authority if it names one of the origins.
    init(_ target: String, at origins: @autoclosure () -> [Origin]) {
        guard target.utf8.first != UInt8(ascii: "/"), let origin = Origin(ofURL: target), origins().contains(origin)
        else {
            self.init(target)
            return
        }
        let authority = target.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        let rest = String(Substring(authority.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }))
        self.init(rest.utf8.first == UInt8(ascii: "/") ? rest : "/" + rest)
    }

    private init(_ target: String) {
        originForm = target
        if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
            path = Self.collapsed(PercentEncoding.normalize(target[..<mark])[...])
            query = target[target.utf8.index(after: mark)...].utf8
        } else {
            path = Self.collapsed(PercentEncoding.normalize(target[...])[...])
            query = ""[...].utf8
        }
    }

    /// A path without empty segments between others.
    private static func collapsed(_ path: Substring) -> String {
        let slash = UInt8(ascii: "/")
        guard path.utf8.hasDoubled(slash) else { return String(path) }
        var last: UInt8 = 0
        let kept = path.utf8.filter { byte in
            defer { last = byte }
            return byte != slash || last != slash
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

extension Substring.UTF8View {
    /// Whether a byte is followed by itself somewhere.
    fileprivate func hasDoubled(_ byte: UInt8) -> Bool {
        let found = withContiguousStorageIfAvailable { bytes in
            var last = false
            for one in bytes {
                if one == byte, last { return true }
                last = one == byte
            }
            return false
        }
        return found ?? zip(self, dropFirst()).contains { $0 == byte && $1 == byte }
    }
}
