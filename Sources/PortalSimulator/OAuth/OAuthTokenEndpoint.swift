internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// `oauth2/token` (developers.arcgis.com, "Token"): one function per grant type.
///
/// Every answer is HTTP 200, and JSON where no `f` asks for anything else; a refusal holds the words of RFC 6749 §5.2 inside `error`.
enum OAuthTokenEndpoint {
    static let secrets = ["client_secret", "refresh_token", "code_verifier", "password"]

    static func token(_ request: EndpointRequest) -> PortalReply {
        var reply = answer(request)
        reply.isJSONByDefault = true
        // RFC 6749 §5.1.
        reply.headers += [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
        return reply
    }

    private static func answer(_ request: EndpointRequest) -> PortalReply {
        if let refusal = TokenRequestRules.refusal(request, secrets: secrets) { return refusal }
        let names = [
            "grant_type", "client_id", "client_secret", "code", "refresh_token", "redirect_uri", "code_verifier",
        ]
        if let repeated = names.first(where: request.isRepeated) {
            return .failure(
                .oauth("invalid_request", "\(repeated) was sent more than once"), "oauth", "\(repeated) came twice",
                cause: .parameter)
        }
        guard let client = request.form["client_id"], request.revision.applications[client] != nil else {
            return .failure(
                .oauth("invalid_client_id", "Invalid client_id"), "oauth", "no such application is registered",
                cause: .application)
        }
        let type = request.form["grant_type"] ?? ""
        let tokenRequest = OAuthTokenRequest(request: request, client: client)
        var reply: PortalReply
        switch type {
        case "authorization_code": reply = tokenRequest.redeemCode()
        case "refresh_token": reply = tokenRequest.refresh()
        case "exchange_refresh_token": reply = tokenRequest.exchangeRefreshToken()
        case "client_credentials": reply = tokenRequest.signInApplication()
        case "suspend_session": reply = tokenRequest.suspend()
        case "":
            return .failure(
                .oauth("invalid_request", "grant_type not specified"), "oauth", "no grant type was sent",
                cause: .parameter)
        default:
            return .failure(
                .oauth("unsupported_grant_type", "Unsupported grant_type"), "oauth", "no such grant type is known",
                cause: .parameter)
        }
        reply.notes.grant = Journal.Grant(type: type, client: client, presented: tokenRequest.presented)
        return reply
    }
}

/// One request for tokens on its way through the rules.
struct OAuthTokenRequest {
    let request: EndpointRequest
    let client: String

    /// The code or refresh token that it brings, by alias; nil where it brings none.
    var presented: String? {
        request.site.state.withLock { state in
            if let code = request.form["code"] { return state.oauth.codes[code]?.alias ?? "unknown" }
            if let token = request.form["refresh_token"] { return state.oauth.refreshTokens[token]?.alias ?? "unknown" }
            return nil
        }
    }

    /// A refusal, with the words for the journal.
    func refused(
        _ error: String, _ description: String, code: Int = 400, _ reason: String, cause: Journal.Cause? = nil
    ) -> PortalReply {
        .failure(.oauth(error, description, code: code), "oauth", reason, cause: cause)
    }

    /// Issues an access token, after which a refresh token may be handed out too.
    func issue(to holder: Viewer, lifetime: Duration, _ state: inout SiteState) -> TokenLedger.Issued {
        let issued = state.tokens.issue(
            to: holder, scope: .portal, binding: .none, expires: request.time.later(by: lifetime),
            issuer: request.listener.origin, client: client, characters: request.blueprint.tokens.characters)
        state.note(issued.gone, for: issued.alias, limit: state.limits.tokens)
        return issued
    }

    /// The document of an access token.
    func document(_ token: TokenLedger.Issued, lifetime: Duration, user: String?) -> JSONValue {
        var document: JSONValue = [
            "access_token": .string(token.text), "expires_in": .integer(lifetime.components.seconds),
        ]
        if let user { document["username"] = .string(user) }
        document["ssl"] = .bool(request.blueprint.tokens.ssl)
        return document
    }

    /// Why a client secret is wrong; nil where it is right, or none is registered and none was sent.
    func secretProblem(isRequired: Bool) -> PortalReply? {
        let sent = request.form["client_secret"] ?? ""
        guard isRequired || !sent.isEmpty else { return nil }
        guard !sent.isEmpty else {
            return refused(
                "invalid_request", "client_secret not specified", "no client secret was sent", cause: .applicationSecret
            )
        }
        let right = request.site.state.withLock { $0.secrets.clientSecrets[client] }
        guard let right, right.reveal({ $0.utf8.elementsEqual(sent.utf8) }) else {
            let reason = right == nil ? "\(client) has no secret" : "the client secret is another one"
            return refused("invalid_client", "Invalid client_secret", reason, cause: .applicationSecret)
        }
        return nil
    }
}
