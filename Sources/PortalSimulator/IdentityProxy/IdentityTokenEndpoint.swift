internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// The token endpoint of the host that signs people in: refusals are HTTP 400 in the words of RFC 6749 §5.2.
enum IdentityTokenEndpoint {
    static func token(_ request: EndpointRequest) -> PortalReply {
        guard let rules = request.blueprint.identityProxy else { return .notFound }
        var reply = answer(request, rules)
        reply.isJSONByDefault = true
        reply.headers += [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
        return reply
    }

    private static func answer(_ request: EndpointRequest, _ rules: Blueprint.IdentityProxy) -> PortalReply {
        guard request.isSecure, request.method == "POST",
            !request.query.entries.contains(where: { OAuthTokenEndpoint.secrets.contains($0.name) })
        else {
            return refused(
                "invalid_request", "the request must be a POST over HTTPS with its secrets in the body", cause: .method)
        }
        guard request.form["client_id"] == rules.clientID else {
            return refused("invalid_client", "the application is not registered", cause: .application)
        }
        let type = request.form["grant_type"] ?? ""
        var presented: String?
        var reply = request.site.state.withLock { state -> PortalReply in
            switch type {
            case "authorization_code":
                let code = request.form["code"] ?? ""
                presented = state.identity.oauth.codes[code].map { $0.alias } ?? "unknown"
                return redeem(code, request, rules, &state)
            case "refresh_token":
                let text = request.form["refresh_token"] ?? ""
                guard let token = state.identity.oauth.refreshTokens[text], token.ending(at: request.time) == nil else {
                    presented = "unknown"
                    return refused(
                        "invalid_grant", "the refresh token is unknown, expired or revoked", cause: .refreshToken)
                }
                presented = token.alias
                return give(grant: token.grant, request, rules, &state)
            default: return refused("unsupported_grant_type", "the grant type is not supported", cause: .parameter)
            }
        }
        reply.notes.grant = Journal.Grant(type: type, client: rules.clientID, presented: presented)
        return reply
    }

    private static func redeem(
        _ text: String, _ request: EndpointRequest, _ rules: Blueprint.IdentityProxy, _ state: inout SiteState
    ) -> PortalReply {
        let known = state.identity.oauth.codes[text]
        if let known, known.isUsed {
            state.identity.end(grant: known.grant)
            return refused("invalid_grant", "the code was used before; what it gave is revoked", cause: .code)
        }
        guard let code = known, request.time < code.expires else {
            return refused("invalid_grant", "the code is unknown or expired", cause: .code)
        }
        let grant = code.grant
        guard request.form["redirect_uri"].map({ $0.utf8.elementsEqual(grant.redirectURI.utf8) }) == true else {
            return refused("invalid_grant", "the code was sent to another redirect URI", cause: .redirectURI)
        }
        guard let verifier = request.form["code_verifier"], ProofKey.isWellFormed(verifier),
            code.proofKey?.isKept(by: verifier) == true
        else { return refused("invalid_grant", "the code verifier does not match the challenge", cause: .verifier) }
        state.identity.oauth.use(text)
        return give(grant: code.grant, request, rules, &state)
    }

    private static func give(
        grant: OAuthGrant, _ request: EndpointRequest, _ rules: Blueprint.IdentityProxy, _ state: inout SiteState
    ) -> PortalReply {
        let user = grant.user
        let seconds = rules.tokenLifetime.components.seconds
        let text = idToken(for: user, seconds: seconds, request, rules)
        let (alias, gone) = state.identity.issue(
            to: user, text: text, expires: request.time.later(by: .seconds(seconds)))
        state.note(gone, for: alias, limit: state.limits.tokens)
        let refresh = state.identity.oauth.issueRefreshToken(of: grant, at: request.time)
        state.note(refresh.gone, for: refresh.alias, limit: state.limits.refreshTokens)
        state.identity.note(identityToken: text, of: refresh.text)
        var reply = PortalReply.document([
            "token_type": "Bearer", "scope": .string(request.form["scope"] ?? "openid"),
            "expires_in": .integer(seconds),
            "access_token": .string(text), "id_token": .string(text), "refresh_token": .string(refresh.text),
        ])
        reply.notes.issued = alias
        reply.notes.alsoIssued = [refresh.alias]
        return reply.passed("identity", "\(alias) is \(user)'s")
    }

    /// Returns a JSON Web Token (RFC 7519) with an invented signature: the proxy compares the whole text.
    private static func idToken(
        for user: String, seconds: Int64, _ request: EndpointRequest, _ rules: Blueprint.IdentityProxy
    ) -> String {
        let issuer = "\(request.listener.origin)/\(IdentityRoutes.tenant)/v2.0"
        let header: JSONValue = ["typ": "JWT", "alg": "RS256", "kid": "mockportal"]
        let claims: JSONValue = [
            "iss": .string(issuer), "aud": .string(rules.clientID), "sub": .string(user),
            "preferred_username": .string(user), "iat": .integer(request.time / 1000),
            "exp": .integer(request.time / 1000 + seconds),
        ]
        let parts = [header, claims].map { Base64URL.encode($0.bytes()) }
        return (parts + [RandomText.secret(86)]).joined(separator: ".")
    }

    private static func refused(_ error: String, _ description: String, cause: Journal.Cause) -> PortalReply {
        let document: JSONValue = ["error": .string(error), "error_description": .string(description)]
        var reply = PortalReply(body: .document(document))
        reply.status = 400
        reply.notes.code = 400
        return reply.refused("identity", description, cause: cause)
    }
}
