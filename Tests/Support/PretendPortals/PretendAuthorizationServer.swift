internal import HTTPSemantics
internal import JSONValues
package import Platform
package import PortalAuthentication
package import PortalTransport
internal import TLSIdentity

/// The OAuth side of a portal in a few lines: a page that signs alice in at once, and a token endpoint that checks what it is
/// given (RFC 6749 §4.1, RFC 7636).
package final class PretendAuthorizationServer: Sendable {
    package struct State: Sendable {
        /// Who signs in.
        package var user = "alice"
        /// What each code was given for.
        package var codes: [String: (challenge: String, redirectURI: String, user: String)] = [:]
        package var refreshTokens: [String: String] = [:]
        package var issued = 0
        /// Seconds; nil leaves the member out.
        package var accessLifetime: Int64? = 1800
        package var refreshLifetime: Int64? = 1_209_600
        /// Answers instead of the token or revocation endpoint, one each.
        package var refusals: [HTTPResponse] = []
        package var secret = "s3cr3t-client"
        package var revoked: [String] = []
    }
    package let state = Locked(State())
    package let portal: PretendPortal

    package init(portal: PretendPortal) { self.portal = portal }

    package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// A code for what stands in the address of the page.
    package func code(for page: [String: String]) -> String {
        state.withLock { state in
            let code = "code\(state.codes.count + 1)"
            state.codes[code] = (page["code_challenge"] ?? "", page["redirect_uri"] ?? "", state.user)
            return code
        }
    }

    /// The answer to a request for the endpoints; nil for any other.
    package func answer(_ sent: ScriptedTransport.Sent) -> HTTPResponse? {
        guard sent.path.contains("/oauth2/") else { return nil }
        return state.withLock { state in
            if !state.refusals.isEmpty { return state.refusals.removeFirst() }
            if sent.path.hasSuffix("/revokeToken") {
                state.revoked.append(sent.form["auth_token"] ?? "")
                state.refreshTokens[sent.form["auth_token"] ?? ""] = nil
                return .json(["success": true])
            }
            guard sent.method == "POST", sent.form["client_id"] == "app" else { return .refused("invalid_client_id") }
            return grant(sent.form, &state)
        }
    }

    private func grant(_ form: [String: String], _ state: inout State) -> HTTPResponse {
        let refresh = form["refresh_token"] ?? ""
        switch form["grant_type"] {
        case "authorization_code":
            guard let known = state.codes.removeValue(forKey: form["code"] ?? ""),
                known.redirectURI == form["redirect_uri"],
                Base64URL.encode(Digest.sha256(Array((form["code_verifier"] ?? "").utf8))) == known.challenge
            else { return .refused("invalid_grant") }
            return issue(known.user, withRefresh: true, &state)
        case "refresh_token":
            guard let user = state.refreshTokens[refresh] else { return .refused("invalid_grant") }
            return issue(user, withRefresh: false, &state)
        case "exchange_refresh_token":
            guard let user = state.refreshTokens.removeValue(forKey: refresh), form["redirect_uri"] != nil else {
                return .refused("invalid_grant")
            }
            return issue(user, withRefresh: true, &state)
        case "client_credentials":
            guard form["client_secret"] == state.secret else { return .refused("invalid_client_secret") }
            return issue(nil, withRefresh: false, &state)
        default: return .refused("unsupported_grant_type")
        }
    }

    private func issue(_ user: String?, withRefresh: Bool, _ state: inout State) -> HTTPResponse {
        state.issued += 1
        let access = "access\(state.issued)"
        portal.change { $0.live.insert(access) }
        var answer: JSONValue = ["access_token": .string(access), "ssl": true]
        if let user { answer["username"] = .string(user) }
        if let life = state.accessLifetime { answer["expires_in"] = .integer(life) }
        if withRefresh, let user {
            let refresh = "refresh\(state.issued)"
            state.refreshTokens[refresh] = user
            answer["refresh_token"] = .string(refresh)
            if let life = state.refreshLifetime { answer["refresh_token_expires_in"] = .integer(life) }
        }
        return .json(answer)
    }
}

/// A browser in which a user signs in at once, or does what the test wants.
package struct PretendBrowser: AuthorizationAgent {
    /// What the page's address holds, and the address that the browser is sent to.
    package typealias Visit = @Sendable (_ page: [String: String], _ redirectURI: RedirectURI) async throws -> String
    package let redirectURI: RedirectURI?
    package let visit: Visit
    package let pages = Locked<[HTTPURL]>([])

    package init(at redirectURI: RedirectURI? = nil, _ visit: @escaping Visit) {
        self.redirectURI = redirectURI
        self.visit = visit
    }

    /// Signs in at a server.
    package init(_ server: PretendAuthorizationServer, at redirectURI: RedirectURI? = nil) {
        self.init(at: redirectURI) { page, redirectURI in
            "\(redirectURI)?code=\(server.code(for: page))&state=\(page["state"] ?? "")"
        }
    }

    package func authorize(_ request: AuthorizationRequest) async throws -> AuthorizationResponse {
        let used = redirectURI ?? request.redirectURI
        let url = request.url(redirectingTo: used)
        pages.withLock { $0.append(url) }
        return AuthorizationResponse(redirectURI: used, callback: try await visit(url.members, used))
    }
}

extension HTTPURL {
    /// The decoded members of the query.
    package var members: [String: String] {
        Dictionary(
            FormURLEncoded.fields(of: query ?? "").map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }
}

extension HTTPResponse {
    /// How portals refuse: HTTP 200 with OAuth's word inside of an error object.
    package static func refused(_ word: String, code: Int64 = 400, status: Int = 200) -> HTTPResponse {
        .json(
            [
                "error": [
                    "code": .integer(code), "error": .string(word), "error_description": .string(word),
                    "message": .string(word), "details": [],
                ]
            ], status: status)
    }
}

extension Stage {
    /// A stage whose portal signs people in through a browser.
    package static func oauth(
        policy change: @escaping (inout ClientPolicy) -> Void = { _ in },
        wrap: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil,
        holdingAnswer: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil
    ) -> (stage: Stage, server: PretendAuthorizationServer) {
        let portal = PretendPortal()
        let server = PretendAuthorizationServer(portal: portal)
        let stage = Stage(
            policy: change, portal: portal,
            script: { sent in
                await wrap?(sent)
                let answer = server.answer(sent) ?? portal.answer(sent)
                await holdingAnswer?(sent)
                return answer
            })
        return (stage, server)
    }

    package static func configuration(
        _ portal: String = Traffic.portal, redirectURI: String = "https://app.test/auth",
        refresh: OAuthUserConfiguration.RefreshLifetime = .portalDefault, exchange: Duration? = nil
    ) throws -> OAuthUserConfiguration {
        try OAuthUserConfiguration(
            portal: try PortalURL(portal), clientID: "app", redirectURI: try RedirectURI(redirectURI),
            refreshLifetime: refresh, exchangeInterval: exchange)
    }
}
