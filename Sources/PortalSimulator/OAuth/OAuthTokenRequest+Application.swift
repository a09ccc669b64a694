internal import JSONValues
internal import Platform

extension OAuthTokenRequest {
    /// `client_credentials` (RFC 6749 §4.4): a token of the application's own, with no user and no refresh token.
    func signInApplication() -> PortalReply {
        if let problem = secretProblem(isRequired: true) { return problem }
        let rules = request.blueprint.tokens
        if request.oauth.token == .refuses {
            return refused("invalid_grant", "Unable to generate token.", "the blueprint refuses right secrets too")
        }
        let lifetime = rules.lifetime(
            asked: request.form["expiration"].flatMap { Int64($0) }, usual: request.oauth.applicationTokenLifetime)
        let holder = Viewer.application(.client(client))
        let token = request.site.state.withLock { issue(to: holder, lifetime: lifetime, &$0) }
        var reply = PortalReply.document(document(token, lifetime: lifetime, user: nil))
        reply.notes.issued = token.alias
        return reply.passed("oauth", "right secret for \(client)")
    }
}
