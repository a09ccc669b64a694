internal import JSONValues
internal import Locking

/// `oauth2/authorize`: takes an authorization, and shows the sign-in page unless it knows the browser already.
enum AuthorizeEndpoint {
    /// How long a sign-in page can be used.
    static let pageLifetime = Duration.seconds(3600)

    static func authorize(_ call: Call) -> PortalReply {
        guard call.isSecure else { return .failure(.sslRequired, "https", "people sign in over HTTPS only") }
        let request: AuthorizationRequest
        do {
            request = try AuthorizationRequest.read(call, applications: call.edition.applications, rules: call.oauth)
        } catch {
            switch error {
            case .page(let error, let message): return PrivatePage.problem(error, message, call)
            case .redirect(let back, let error, let description):
                return back.refusal(error, description, call, reason: description)
            }
        }
        if call.oauth.authorize == .refuses {
            return AuthorizationRedirect(request).refusal(
                "access_denied", SignInEndpoint.denial, call, reason: "the blueprint refuses every authorization")
        }
        if let user = SessionCookie.portal.user(call), call["force_login"] != "true" {
            return SignInEndpoint.complete(request, for: user, call).passed("session", "the browser is \(user)'s")
        }
        let oauthState = call.site.state.withLock {
            $0.oauth.wait(for: request, until: call.time + pageLifetime.inMilliseconds)
        }
        return SignInPage(request, oauthState: oauthState, username: request.username).reply(call)
    }
}
