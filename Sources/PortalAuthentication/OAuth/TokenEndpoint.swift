internal import HTTPSemantics
internal import JSONValues
internal import PortalTransport

/// Posts grants to one token endpoint: once, over TLS, to that address and no other (RFC 6749 §3.2).
struct TokenEndpoint: Sendable {
    let url: HTTPURL
    let context: any CredentialContext
    /// The member of the answer that holds the token.
    var accessMember = "access_token"
    /// Whether an identity-aware proxy may stand before it.
    var isBehindProxy = true

    /// Turns a grant into tokens; throws `oauth` with the server's word, `tokenInvalid` for a refresh token that is dead,
    /// and what any request throws.
    func redeem(_ grant: TokenGrant, epoch: Int) async throws(PortalError) -> GrantedTokens {
        do throws(PortalError) {
            let answer = try await post(grant.form, epoch: epoch)
            return try GrantedTokens(
                answer.json, answer.response, from: url, received: answer.received,
                margin: context.core.policy.renewalMargin, accessMember: accessMember)
        } catch {
            throw Self.named(context.core.scrubbed(error, of: grant.secrets), grant.kind)
        }
    }

    /// Posts a form and reads the document that comes back.
    func post(
        _ form: [(String, String)], epoch: Int, challenges: ChallengePolicy = .ask
    ) async throws(PortalError) -> (json: JSONValue, response: HTTPResponse, received: Timestamp) {
        guard url.origin.isSecure else {
            throw PortalError(
                .tokenServiceInsecure, url: url, detail: "the token endpoint has no TLS, so no secret is sent to it")
        }
        var wire = WireRequest(method: "POST", url: url)
        wire.setForm(form)
        wire.nature = .grant
        let answer = try await WireSender(context: context, challenges: challenges, isBehindProxy: isBehindProxy).send(
            wire, epoch: epoch)
        let received = context.core.time.now()
        let json = try AnswerClassification.read(answer.response, from: url, expecting: .json, now: received)
        return (json ?? .null, answer.response, received)
    }

    /// Names a refusal by the server's word, in whatever status and envelope it came.
    private static func named(_ error: PortalError, _ kind: TokenGrant.Kind) -> PortalError {
        let refusals: Set<PortalError.Code> = [.service, .accessDenied, .tokenInvalid, .tokenRequired]
        guard error.oauthError != nil || refusals.contains(error.code), error.code != .rateLimited else { return error }
        if kind == .refresh || kind == .exchange, isDead(error, kind) {
            return error.recoded(
                .tokenInvalid, "the refresh token is not accepted any more\(OAuthErrorCode.named(error.oauthError))")
        }
        return error.recoded(
            .oauth,
            "the authorization server refuses the \(kind.rawValue) grant\(OAuthErrorCode.named(error.oauthError))")
    }

    /// Whether a refusal means the refresh token itself, not the application or the grant: then only signing in again helps.
    private static func isDead(_ error: PortalError, _ kind: TokenGrant.Kind) -> Bool {
        if error.serviceCode == 498 || error.httpStatus == 498 || error.oauthError == "invalid_grant" { return true }
        // Portals call an unknown refresh token an invalid request too; for an exchange it may be the redirect URI.
        return kind == .refresh && (error.oauthError ?? "invalid_request") == "invalid_request"
    }
}
