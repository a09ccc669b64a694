internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// The identity provider of OpenID Connect on a host of its own (OpenID Connect Core 1.0, Discovery 1.0, RP-Initiated Logout 1.0).
enum OpenIDProviderEndpoint {
    /// The portal's client id there.
    static let clientID = "arcgis-portal"
    /// How long an ID token is good.
    static let lifetime: Int64 = 5 * 60_000

    /// The provider that was asked, if it speaks OpenID Connect.
    private static func provider(_ request: EndpointRequest) -> ProviderSite? {
        ProviderSite(at: request).flatMap { $0.rules.speaks == .openIDConnect ? $0 : nil }
    }

    /// `.well-known/openid-configuration` (Discovery §3).
    static func configuration(_ request: EndpointRequest) -> PortalReply {
        guard let provider = provider(request) else { return .notFound }
        let base = provider.origin
        return json([
            "issuer": .string(provider.entity), "authorization_endpoint": .string(base + "/oauth2/authorize"),
            "token_endpoint": .string(base + "/oauth2/token"), "jwks_uri": .string(base + "/oauth2/jwks"),
            "userinfo_endpoint": .string(base + "/oauth2/userinfo"),
            "end_session_endpoint": .string(base + "/oauth2/logout"), "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": [.string(JSONWebToken.name(of: provider.rules.key))],
            "scopes_supported": ["openid", "profile", "email"], "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"], "grant_types_supported": ["authorization_code"],
        ])
    }

    /// The keys that sign ID tokens (RFC 7517 §5).
    static func keys(_ request: EndpointRequest) -> PortalReply {
        guard let provider = provider(request) else { return .notFound }
        do {
            return json(["keys": .array(try provider.verificationKeys().map { try JSONWebToken.publicKey($0) })])
        } catch { return ProviderSite.broken(error) }
    }

    /// The authorization endpoint (Core §3.1.2).
    static func authorize(_ request: EndpointRequest) -> PortalReply {
        guard let provider = provider(request) else { return .notFound }
        guard request["client_id"] == clientID, request["redirect_uri"] == provider.callback else {
            return ProviderSite.page("This application is not registered, or its address is not.")
                .refused("oidc", "no such application is registered", cause: .application)
        }
        let (state, nonce) = (request["state"], request["nonce"])
        for (name, text, bound) in [("state", state, TextBound.state), ("nonce", nonce, .name)] {
            guard let problem = text.flatMap({ bound.problem($0) }) else { continue }
            return ProviderSite.page("This request is not one that this provider takes.")
                .refused("oidc", "\(name) \(problem)", cause: .parameter)
        }
        guard request["response_type"] == "code", let challenge = request["code_challenge"],
            ProofKey.isWellFormed(challenge), request["code_challenge_method"] == "S256",
            request["scope"]?.split(separator: " ").contains("openid") == true,
            let authorization = provider.authorization(
                .identityToken(nonce: nonce), back: provider.callback, state: state,
                proofKey: .s256(challenge))
        else {
            return ProviderSite.page("This request is not one that this provider takes.")
                .refused("oidc", "it lacks what the code flow with a proof wants", cause: .parameter)
        }
        return provider.handler().begin(
            authorization, request, asksAgain: request["prompt"] == "login", username: request["login_hint"])
    }

    /// Sends the browser back to the portal with a code.
    static func complete(
        _ authorization: AuthorizationRequest, for user: String, _ provider: ProviderSite, _ request: EndpointRequest
    ) -> PortalReply {
        guard provider.rules.answer != .refused else {
            return AuthorizationRedirect(authorization).refusal(
                "access_denied", SignInPageHandler.denial, request, reason: "the blueprint refuses every sign-in")
        }
        let grant = OAuthGrant(
            client: clientID, user: user, issuer: request.issuer, redirectURI: authorization.redirectURI,
            refreshLifetime: .zero)
        var nonce: String?
        if case .identityToken(let text)? = authorization.asked { nonce = text }
        let issued = request.site.state.withLock { state -> OAuthLedger.Issued in
            let issued = state.providers[provider.name].issueCode(
                for: grant, proofKey: authorization.proofKey, nonce: nonce, expires: request.time + 60_000)
            state.note(issued.gone, for: issued.alias, limit: state.limits.codes)
            return issued
        }
        var reply = AuthorizationRedirect(authorization).answer([("code", issued.text)], request)
        reply.notes.issued = issued.alias
        return reply
    }

    /// The token endpoint over HTTP (Core §3.1.3); the portal itself calls ``redeem(_:verifier:redirect:_:_:)`` without the wire.
    static func token(_ request: EndpointRequest) -> PortalReply {
        guard let provider = provider(request) else { return .notFound }
        guard request.method == "POST", request.form["grant_type"] == "authorization_code",
            request.form["client_id"] == clientID
        else { return refused("invalid_request", "it is no request of the portal for a code's tokens", .parameter) }
        do {
            let answer = try redeem(
                request.form["code"] ?? "", verifier: request.form["code_verifier"] ?? "",
                redirect: request.form["redirect_uri"] ?? "", provider, request)
            guard let (token, access) = answer else {
                return refused("invalid_grant", "the code is unknown, used or expired, or its proof is wrong", .code)
            }
            return json([
                "id_token": .string(token), "access_token": .string(access), "token_type": "Bearer",
                "expires_in": .integer(lifetime / 1000), "scope": "openid",
            ])
        } catch { return ProviderSite.broken(error) }
    }

    /// Trades a code for an ID token and an access token; nil where it is not good.
    static func redeem(
        _ code: String, verifier: String, redirect: String, _ provider: ProviderSite, _ request: EndpointRequest
    ) throws(TLSIdentityError) -> (idToken: String, accessToken: String)? {
        let found = request.site.state.withLock { state -> (user: String, nonce: String?)? in
            guard let known = state.providers[provider.name].oauth.codes[code], !known.isUsed,
                request.time < known.expires, known.grant.redirectURI == redirect,
                known.proofKey?.isKept(by: verifier) == true
            else { return nil }
            state.providers[provider.name].oauth.use(code)
            return (known.grant.user, state.providers[provider.name].takeNonce(ofCode: known.alias))
        }
        guard let found else { return nil }
        let token = try OpenIDTokenWriter(provider: provider, time: request.time).token(
            for: found.user, nonce: found.nonce)
        let access = RandomText.secret(40)
        request.site.state.withLock { state in
            _ = state.providers[provider.name].note(given: token, as: "idtoken")
            state.providers[provider.name].note(access: access, of: found.user, until: request.time + lifetime)
        }
        return (token, access)
    }

    /// Claims about the user of an access token (Core §5.3).
    static func userInfo(_ request: EndpointRequest) -> PortalReply {
        guard let provider = provider(request) else { return .notFound }
        let user = request.site.state.withLock { state in
            Self.bearer(request).flatMap { state.providers[provider.name].user(ofAccess: $0, at: request.time) }
        }
        guard let user else {
            var reply = json(["error": "invalid_token"])
            reply.status = 401
            reply.headers.append(("WWW-Authenticate", "Bearer error=\"invalid_token\""))
            return reply.refused("oidc", "the access token is missing, unknown or expired", cause: .tokenUnknown)
        }
        let name = provider.subject(of: user)
        return json(["sub": .string(name), "preferred_username": .string(name), "email": .string(name)])
    }

    private static func bearer(_ request: EndpointRequest) -> String? {
        guard let value = request.authorization, value.utf8.count > 7, value.prefix(7).lowercased() == "bearer " else {
            return nil
        }
        return String(value.dropFirst(7))
    }

    private static func json(_ value: JSONValue) -> PortalReply {
        var reply = PortalReply(body: .document(value))
        reply.isJSONByDefault = true
        reply.isPrivate = true
        reply.headers = [("Cache-Control", "no-store")]
        return reply
    }

    private static func refused(_ error: String, _ reason: String, _ cause: Journal.Cause) -> PortalReply {
        var reply = json(["error": .string(error), "error_description": .string(reason)])
        reply.status = 400
        reply.notes.code = 400
        return reply.refused("oidc", reason, cause: cause)
    }
}

/// Writes an ID token (Core §2): as it should be, or with the one flaw that the blueprint wants.
struct OpenIDTokenWriter {
    let provider: ProviderSite
    /// Portal time in milliseconds.
    let time: Int64

    func token(for user: String, nonce: String?) throws(TLSIdentityError) -> String {
        let answer = provider.rules.answer
        let seconds = time / 1000
        let life = OpenIDProviderEndpoint.lifetime / 1000
        let isOther = answer == .unknownUser
        let subject = isOther ? "stranger@\(provider.rules.domain)" : provider.subject(of: user)
        var claims: [String: JSONValue] = [
            "iss": .string(answer == .otherIssuer ? "https://elsewhere.test" : provider.entity),
            "aud": .string(
                [.otherAudience, .otherRecipient].contains(answer) ? "elsewhere" : OpenIDProviderEndpoint.clientID),
            "sub": .string(subject), "preferred_username": .string(subject), "email": .string(subject),
            "iat": .integer(answer == .notYetValid ? seconds + life : seconds),
            "exp": .integer(answer == .expired ? seconds - life : seconds + 2 * life),
            "sid": .string(RandomText.secret(24)),
        ]
        if answer == .notYetValid { claims["nbf"] = .integer(seconds + life) }
        if let nonce { claims["nonce"] = .string(answer == .otherRequest ? RandomText.secret(32) : nonce) }
        let key = try provider.key()
        let keyID = try JSONWebToken.keyID(try VerificationKey(certificateDER: key.certificateDER))
        switch answer {
        case .unsigned: return try JSONWebToken.text(.object(claims), key: nil, keyID: nil)
        case .otherKey: return try JSONWebToken.text(.object(claims), key: try provider.otherKey(), keyID: keyID)
        case .wrapped: return try JSONWebToken.text(.object(claims), key: key, keyID: "another")
        case .altered:
            let token = try JSONWebToken.text(.object(claims), key: key, keyID: keyID)
            claims["sub"] = .string(provider.subject(of: "dana"))
            let parts = token.split(separator: ".")
            return "\(parts[0]).\(Base64URL.encode(JSONValue.object(claims).bytes())).\(parts[2])"
        default: return try JSONWebToken.text(.object(claims), key: key, keyID: keyID)
        }
    }
}
