internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// One request between its arrival and its answer: the gates that it passes, and the rendering of what comes out.
struct Visit {
    let site: PortalSite
    let edition: Edition
    let query: FormParameters
    let body: RequestForm
    private(set) var presented: PresentedTokens
    /// What the portal knows of each presented token; nil where it never issued it.
    private(set) var tokens: [Token?]
    let method: String
    let listener: ListenerFacts
    let peerAddress: String
    let time: Int64
    /// Whom the web tier has authenticated.
    var webUser: WebUser?
    /// Whether a trusted front has handed the request on.
    var isFromFront = false
    /// What the gates decided so far.
    var decisions: [Journal.Decision] = []
    /// The ID token by alias that an identity-aware proxy has looked at, and which goes no further; nil where there was none.
    var identityToken: String? {
        didSet {
            guard identityToken != nil, presented.dropAuthorizationHeader() else { return }
            tokens = presented.found.map { found in site.state.withLock { $0.tokens[found.text] } }
        }
    }

    /// The tokens as the journal keeps them: by alias.
    func presentedWithAliases() -> [Journal.PresentedToken] {
        let proxied = identityToken.map { [Journal.PresentedToken(carrier: .authorizationHeader, alias: $0)] } ?? []
        return proxied
            + zip(presented.found, tokens).map { presented, token in
                Journal.PresentedToken(carrier: presented.carrier, alias: token?.alias ?? "unknown")
            }
    }

    /// The answer of whatever is at a place.
    mutating func answer(_ place: SiteMap.Place, target: String) -> PreparedAnswer {
        if !["GET", "POST", "HEAD"].contains(method) {
            var refusal = PortalReply(
                body: .page(status: 405, html: HTMLPage.page(title: "405 Method Not Allowed", body: "")))
            refusal.headers = [("Allow", "GET, POST, HEAD, OPTIONS")]
            return render(refusal)
        }
        if let problem = body.problem { return render(.unreadable(problem)) }
        if let type = body.unreadType {
            decisions.append(
                Journal.Decision(
                    gate: "body", passed: true, reason: "a body of \(BodyProblem.quoted(type)) holds no parameters here"
                ))
        }
        if let refusal = ListenerGate.refusal(of: self, place, target: target) { return render(refusal) }
        switch place {
        case .outside: return render(.notFound)
        case .arcgisURIs: return render(RootEndpoint.arcgisURIs(site.addresses))
        case .unknownResource(let onServer):
            return render(.failure(onServer ? ErrorEnvelope(404, "Resource not found") : .invalidURL))
        case .identity(let match): return answer(match, key: match.operation, onServer: false)
        case .portal(let match, let key): return answer(match, key: key, onServer: false)
        case .server(let match, let key): return answer(match, key: key, onServer: true)
        }
    }

    private mutating func answer(_ match: RouteTable.Match, key: String, onServer: Bool) -> PreparedAnswer {
        let route = match.route
        var viewer = Viewer.anonymous
        if let webUser, webUser.countsOnServer || !onServer { viewer = .user(webUser.name) }
        if route.gate != .none {
            let outcome = TokenGate(visit: self, onServer: route.gate == .server).decide()
            if let decision = outcome.decision { decisions.append(decision) }
            switch outcome.result {
            case .refused(let envelope): return render(.failure(envelope))
            case .passed(.anonymous): break
            case .passed(let found): viewer = found
            }
        }
        if let refusal = body.refusal(of: match.operation, taking: route.files) { return render(refusal) }
        let isSteady = route.isSteady && presented.origin == nil && callback == nil
        let renderedKey = RenderedKey(
            path: key, server: onServer ? edition.serverName(at: listener.name) : nil, viewer: viewer, format: format)
        if isSteady, let rendered = site.rendered(renderedKey, edition) { return rendered }
        let call = Call(
            site: site, edition: edition, method: method, captures: match.captures, query: query, body: body,
            format: format,
            viewer: viewer, isSecure: isSecure, listener: listener, peerAddress: peerAddress,
            referer: presented.referer, cookie: presented.cookie, time: time)
        let reply: PortalReply
        do {
            reply = try route.endpoint(call)
        } catch {
            // A wrong document of the world: the developer who changed it reads this.
            reply = .failure(ErrorEnvelope(500, error.description))
        }
        let rendered = render(reply)
        if isSteady { site.keep(rendered, for: renderedKey, edition) }
        return rendered
    }

    private var form: FormParameters { body.parameters }

    /// Whether the client came over HTTPS, to the front where there is one.
    private var isSecure: Bool {
        listener.origin.isSecure || isFromFront && site.addresses.portal.isSecure
    }

    var format: ResponseFormat { ResponseFormat(parameter: form["f"] ?? query["f"]) }
    private var callback: String? { form["callback"] ?? query["callback"] }

    /// Renders a reply as the request asks for it.
    func render(_ reply: PortalReply) -> PreparedAnswer {
        let rules = edition.blueprint
        let isNamed = !reply.isJSONByDefault || form["f"] != nil || query["f"] != nil
        let renderer = Renderer(
            format: isNamed ? format : .json, callback: callback, shape: rules.tokens.shape,
            strictStatus: rules.strictStatus, cors: reply.isPrivate ? nil : CrossOrigin(origin: presented.origin))
        return renderer.render(reply)
    }

    /// Renders an answer that the blueprint prescribes.
    func render(_ canned: Blueprint.CannedAnswer) -> PreparedAnswer {
        var headers = CrossOrigin(origin: presented.origin).headers
        headers.append(HeaderField("Content-Type", canned.contentType))
        for (name, value) in canned.headers.sorted(by: { $0.key < $1.key }) {
            headers.append(HeaderField(name, site.world.placeholders.expand(value)))
        }
        let body = Array(site.world.placeholders.expand(canned.body).utf8)
        let decision = Journal.Decision(
            gate: "answers", passed: false, reason: "the blueprint answers \(canned.operation)")
        return PreparedAnswer(
            status: canned.status, headers: headers, body: body,
            notes: AnswerNotes(code: canned.code, decisions: [decision]))
    }
}

extension PortalSite {
    /// An answer that was rendered before, in the same edition.
    func rendered(_ key: RenderedKey, _ edition: Edition) -> PreparedAnswer? {
        state.withLock { $0.edition === edition ? $0.rendered[key] : nil }
    }

    /// Keeps an answer for the next request like it; how many are kept is bounded.
    func keep(_ reply: PreparedAnswer, for key: RenderedKey, _ edition: Edition) {
        state.withLock { state in
            guard state.edition === edition, state.rendered.count < 2048 else { return }
            state.rendered[key] = reply
        }
    }
}
