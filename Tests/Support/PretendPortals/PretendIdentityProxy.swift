internal import HTTPSemantics
internal import JSONValues
package import Platform
package import PortalAuthentication
package import PortalTransport
internal import TLSIdentity

/// A front that sends everybody without an ID token to its sign-in page, and the host that signs people in.
package final class PretendIdentityProxy: Sendable {
    package struct State: Sendable {
        package var live: Set<String> = []
        package var refreshTokens: Set<String> = []
        package var issued = 0
        package var lifetime: Int64 = 3600
        package var acceptsNobody = false
        /// Answers instead of the host that signs people in, one each.
        package var refusals: [HTTPResponse] = []
    }
    package let state = Locked(State())
    /// The hosts that it stands before.
    package let hosts: Set<String>

    package static let page = "https://login.test/tenant/oauth2/v2.0/authorize"
    package static let token = "https://login.test/tenant/oauth2/v2.0/token"
    package static let logout = "https://login.test/tenant/oauth2/v2.0/logout"

    package init(before hosts: Set<String>) { self.hosts = hosts }

    package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    package static func configuration(
        _ hosts: [String], prompt: IAPConfiguration.PromptType? = nil
    ) throws -> IAPConfiguration {
        try IAPConfiguration(
            authorizeURL: try HTTPURL(page), tokenURL: try HTTPURL(token), logoutURL: try HTTPURL(logout),
            clientID: "proxied", redirectURI: try RedirectURI("https://app.test/auth"), hostsBehindProxy: hosts,
            promptType: prompt)
    }

    /// The answer of the front or of the host that signs in; nil where a request gets through.
    package func answer(_ sent: ScriptedTransport.Sent) -> HTTPResponse? {
        state.withLock { state in
            if sent.url.hasPrefix("https://login.test/") {
                if !state.refusals.isEmpty { return state.refusals.removeFirst() }
                return sent.path == Self.logout ? logOut(sent.form, &state) : grant(sent.form, &state)
            }
            guard let host = HTTPURL(parsing: sent.url)?.origin.host, hosts.contains(host) else { return nil }
            if let token = sent.idToken, state.live.contains(token), !state.acceptsNobody { return nil }
            return .redirect(302, Self.page + "?client_id=proxied&response_type=code&redirect_uri=x&scope=openid")
        }
    }

    private func grant(_ form: [String: String], _ state: inout State) -> HTTPResponse {
        let isGood =
            form["client_id"] == "proxied" && form["scope"] == "openid profile offline_access"
            && (form["code"] == "code" && form["code_verifier"] != nil
                || state.refreshTokens.contains(form["refresh_token"] ?? ""))
        guard isGood else { return .json(["error": "invalid_grant", "error_description": "no"], status: 400) }
        state.issued += 1
        let claims: JSONValue = [
            "preferred_username": "alice@h.test", "iat": 1000, "exp": .integer(1000 + state.lifetime),
        ]
        let token = "e30.\(Base64URL.encode(claims.bytes())).signature\(state.issued)"
        state.live.insert(token)
        state.refreshTokens.insert("idrefresh\(state.issued)")
        return .json([
            "token_type": "Bearer", "expires_in": 86_400, "access_token": "another", "id_token": .string(token),
            "refresh_token": .string("idrefresh\(state.issued)"),
        ])
    }

    private func logOut(_ form: [String: String], _ state: inout State) -> HTTPResponse {
        state.live.remove(form["id_token_hint"] ?? "")
        return .text("<html>Signed out")
    }

    /// A user who signs in at once.
    package var browser: PretendBrowser {
        PretendBrowser { page, redirectURI in "\(redirectURI)?code=code&state=\(page["state"] ?? "")" }
    }
}

extension ScriptedTransport.Sent {
    /// The ID token of a request.
    package var idToken: String? { header("Authorization").map { String($0.dropFirst("Bearer ".count)) } }
}

extension Stage {
    /// A stage whose portal stands behind a proxy.
    package static func proxied(
        _ hosts: Set<String> = ["h.test"], policy change: @escaping (inout ClientPolicy) -> Void = { _ in },
        wrap: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil
    ) -> (stage: Stage, proxy: PretendIdentityProxy) {
        let portal = PretendPortal()
        let proxy = PretendIdentityProxy(before: hosts)
        let stage = Stage(
            policy: change, portal: portal,
            script: { sent in
                await wrap?(sent)
                return proxy.answer(sent) ?? portal.answer(sent)
            })
        return (stage, proxy)
    }
}
