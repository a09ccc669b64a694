internal import JSONValues
internal import Platform
internal import PortalJudge

/// `oauth2/revokeToken` (developers.arcgis.com, "Revoke Token").
///
/// A registered application gets success for any token, known or not, so that it cannot learn which tokens exist.
enum RevokeEndpoint {
    static func revoke(_ request: EndpointRequest) -> PortalReply {
        var reply = answer(request)
        reply.isJSONByDefault = true
        return reply
    }

    private static func answer(_ request: EndpointRequest) -> PortalReply {
        if let refusal = TokenRequestRules.refusal(request, secrets: ["auth_token"]) { return refusal }
        guard let client = request.form["client_id"], request.revision.applications[client] != nil else {
            return .failure(
                ErrorEnvelope(400, "Invalid client_id"), "oauth", "no such application is registered",
                cause: .application)
        }
        let text = request.form["auth_token"] ?? ""
        var reply: PortalReply
        switch request.oauth.revoke {
        case .fails:
            reply = PortalReply(
                body: .page(
                    status: 500, html: HTMLPage.page(title: "500", body: "Could not access any portal machine.")))
            reply = reply.refused("oauth", "the blueprint lets revocations fail")
        case .refuses:
            reply = PortalReply.document(["success": false]).refused("oauth", "the blueprint refuses revocations")
        case .answers: reply = PortalReply.document(["success": true]).passed("oauth", end(text, of: client, request))
        }
        let alias = request.site.state.withLock { $0.oauth.refreshTokens[text]?.alias ?? $0.tokens[text]?.alias }
        reply.notes.grant = Journal.Grant(type: "revoke", client: client, presented: alias ?? "unknown")
        return reply
    }

    /// Ends what a text stands for, if it was issued to the application that asks, and says so.
    private static func end(_ text: String, of client: String, _ request: EndpointRequest) -> String {
        request.site.state.withLock { state in
            if let refresh = state.oauth.refreshTokens[text] {
                guard refresh.grant.client == client else {
                    return "\(refresh.alias) is not \(client)'s and lives on"
                }
                let ended = state.end(refreshToken: text, as: .revoked)
                return ended.isEmpty ? "\(refresh.alias) was over" : "revoked: \(ended.joined(separator: ", "))"
            }
            guard let token = state.tokens[text] else { return "the token is unknown" }
            // Tokens of applications and of generateToken cannot be revoked.
            guard token.client == client, token.holder.name != nil else { return "\(token.alias) cannot be revoked so" }
            state.tokens.end(text: text, as: .revoked)
            return "revoked: \(token.alias)"
        }
    }
}
