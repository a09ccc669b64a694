internal import HTTPSemantics
internal import JSONValues
package import Platform
package import PortalAuthentication
package import PortalTransport

/// A server beside a portal that takes only tokens which the portal has exchanged for it, in a few lines
/// (developers.arcgis.com/rest/users-groups-and-items › generate-token).
package final class PretendFederation: Sendable {
    package struct State: Sendable {
        /// What the server says of its owner; nil for nothing.
        package var owner: String? = Traffic.portal
        /// Where the portal says that its tokens are made.
        package var tokenService = Traffic.token
        /// The servers that the portal knows.
        package var servers = ["https://h.test/server", "https://h.test:6443/server"]
        package var live: Set<String> = []
        package var issued = 0
        /// In milliseconds.
        package var lifetime: Int64 = 3_600_000
        package var isPublic = false
    }
    package let state = Locked(State())
    package let portal: PretendPortal

    package init(portal: PretendPortal) { self.portal = portal }

    package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    /// The answer to what belongs to the federation; nil for any other request.
    package func answer(_ sent: ScriptedTransport.Sent) -> HTTPResponse? {
        state.withLock { state in
            if sent.path.hasSuffix("/server/rest/info") {
                var info: JSONValue = [
                    "currentVersion": 11.1,
                    "authInfo": ["isTokenBasedSecurity": true, "tokenServicesUrl": .string(Traffic.token)],
                ]
                if let owner = state.owner { info["owningSystemUrl"] = .string(owner) }
                return .json(info)
            }
            if sent.path.hasSuffix("/sharing/rest/info") {
                return .json([
                    "authInfo": ["isTokenBasedSecurity": true, "tokenServicesUrl": .string(state.tokenService)]
                ])
            }
            if sent.path.hasSuffix("/generateToken"), let token = sent.form["token"] {
                return exchange(token, for: sent.form["serverUrl"] ?? "", &state)
            }
            guard sent.path.contains("/server/rest/services/") else { return nil }
            guard let token = sent.token else { return state.isPublic ? .json(["mapName": "Traffic"]) : .tokenRequired }
            return state.live.contains(token) ? .json(["mapName": "Traffic"]) : .tokenInvalid
        }
    }

    private func exchange(_ token: String, for server: String, _ state: inout State) -> HTTPResponse {
        let (isLive, now) = portal.state.withLock { ($0.live.contains(token), $0.now) }
        guard isLive else { return .tokenInvalid }
        guard state.servers.contains(server) else {
            return .json([
                "error": [
                    "code": 400, "message": "Unable to generate token for this server.", "details": [.string(token)],
                ]
            ])
        }
        state.issued += 1
        state.live.insert("server\(state.issued)")
        return .json([
            "token": .string("server\(state.issued)"), "expires": .integer(now.milliseconds + state.lifetime),
            "ssl": true,
        ])
    }
}

extension HTTPResponse {
    package static var tokenInvalid: HTTPResponse {
        .json(["error": ["code": 498, "message": "Invalid token.", "details": []]])
    }
}

/// A user who is signed in to the portal, and a server that is federated with it.
package struct FederatedStage {
    package let stage: Stage
    package let server: PretendAuthorizationServer
    package let federation: PretendFederation

    package init(holding: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil) {
        let portal = PretendPortal()
        let server = PretendAuthorizationServer(portal: portal)
        let federation = PretendFederation(portal: portal)
        self.server = server
        self.federation = federation
        stage = Stage(
            portal: portal,
            script: { sent in
                await holding?(sent)
                return federation.answer(sent) ?? server.answer(sent) ?? portal.answer(sent)
            })
    }

    @discardableResult
    package func signIn(federatedLifetime: Duration? = nil) async throws -> OAuthUserCredential {
        var configuration = try Stage.configuration()
        configuration.federatedTokenLifetime = federatedLifetime
        let credential = try await OAuthUserCredential.make(
            configuration, agent: PretendBrowser(server), in: stage.environment)
        stage.environment.credentials.add(credential)
        return credential
    }

    package func ask(_ url: String = Traffic.server) async throws(PortalError) { _ = try await stage.ask(url) }

    /// What was sent since the sign-in, in short.
    package var steps: [String] {
        stage.transport.sent.compactMap { sent in
            if let grant = sent.form["grant_type"] { return grant == "authorization_code" ? nil : grant }
            if let token = sent.form["token"] { return "exchange \(token)" }
            if sent.form["username"] != nil { return "generate" }
            if sent.path.hasSuffix("/server/rest/info") { return "server info" }
            if sent.path.hasSuffix("/rest/info") { return "info" }
            return (sent.path.contains("/server/") ? "service" : sent.path) + (sent.token.map { " +\($0)" } ?? "")
        }
    }

    /// Where a token stood anywhere in a request.
    package func places(of token: String) -> Set<String> {
        Set(
            stage.transport.sent.filter { "\($0.url) \($0.headers) \($0.body)".contains(token) }.map(\.path))
    }
}
