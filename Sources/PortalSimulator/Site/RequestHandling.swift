internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// One request between its arrival and its answer: the gates that it passes, and the rendering of what comes out.
struct RequestHandling {
    let site: PortalSite
    let revision: BlueprintRevision
    let query: FormParameters
    /// The query as it was sent.
    let rawQuery: String
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
    /// Whether a browser asks for the page at the root.
    var wantsPage = false
    /// How addresses change on the way to the client; nil where it sees the portal at its own.
    var translation: AddressTranslation?
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

    /// The user that the request says it is from: by its web tier's credentials, its token or the form that asks for one.
    func claimedUser(operation: String) -> String? {
        if let webUser { return webUser.name }
        for case let token? in tokens { if let name = token.holder.name { return name } }
        guard method == "POST",
            operation.hasSuffix("generateToken")
                || ["oauth2/signin", "home/signin", "server/login"].contains(operation)
        else { return nil }
        return form["username"]
    }

    var form: FormParameters { body.parameters }

    /// Whether the client came over HTTPS, to the front where there is one.
    var isSecure: Bool {
        listener.origin.isSecure || isFromFront && site.addresses.portal.isSecure
    }

    var format: ResponseFormat { ResponseFormat(parameter: form["f"] ?? query["f"]) }
    var callback: String? { form["callback"] ?? query["callback"] }

    /// Renders a reply as the request asks for it.
    func render(_ reply: PortalReply) -> PreparedAnswer {
        guard let kept = reply.kept, reply.notes.decisions.isEmpty, translation == nil, presented.origin == nil,
            callback == nil
        else { return renderAnew(reply) }
        return kept.answer { renderAnew(reply) }
    }

    private func renderAnew(_ reply: PortalReply) -> PreparedAnswer {
        let rules = revision.blueprint
        let isNamed = !reply.isJSONByDefault || form["f"] != nil || query["f"] != nil
        let renderer = Renderer(
            format: isNamed ? format : .json, callback: callback, shape: rules.tokens.shape,
            strictStatus: rules.strictStatus, cors: reply.isPrivate ? nil : CrossOrigin(origin: presented.origin))
        let answer = renderer.render(reply)
        return translation?.told(answer) ?? answer
    }

    /// Renders an answer that the blueprint prescribes.
    func render(_ canned: Blueprint.CannedAnswer) -> PreparedAnswer {
        var headers = CrossOrigin(origin: presented.origin).headers
        headers.append(HeaderField("Content-Type", canned.contentType))
        for (name, value) in canned.headers.sorted(by: { $0.key < $1.key }) {
            headers.append(HeaderField(name, site.content.placeholders.expand(value)))
        }
        let body = Array(site.content.placeholders.expand(canned.body).utf8)
        let decision = Journal.Decision(
            gate: "answers", passed: false, reason: "the blueprint answers \(canned.operation)")
        let answer = PreparedAnswer(
            status: canned.status, headers: headers, body: body,
            notes: AnswerNotes(code: canned.code, decisions: [decision]))
        return translation?.told(answer) ?? answer
    }
}
