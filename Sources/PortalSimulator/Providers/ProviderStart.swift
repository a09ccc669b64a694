internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// What SAML and OpenID Connect have in common at the portal: how a sign-in at a provider begins and ends.
enum ProviderStart {
    enum Beginning {
        /// The provider, the page of the portal that waits, and what the application wants.
        case begun(ProviderSite, String, AuthorizationRequest)
        case answer(PortalReply)
    }

    /// Finds the page that waits, or makes it for a request that says all that `oauth2/authorize` wants.
    static func begin(_ request: EndpointRequest, speaking: Blueprint.IdentityProvider.Language) -> Beginning {
        guard request.isSecure else {
            return .answer(.failure(.sslRequired, "https", "people sign in over HTTPS only", cause: .plainHTTP))
        }
        let candidates = request.blueprint.identityProviders.filter { $0.value.speaks == speaking }.keys.sorted()
        guard let name = request["provider"] ?? (candidates.count == 1 ? candidates[0] : nil),
            candidates.contains(name), let provider = ProviderSite(named: name, request)
        else {
            return .answer(
                PrivatePage.problem(
                    "invalid_request", "Invalid provider: there is no such identity provider", request,
                    cause: .parameter))
        }
        if let oauthState = request["oauth_state"] {
            let found = request.site.state.withLock { $0.oauth.request(oauthState, at: request.time) }
            if let found { return .begun(provider, oauthState, found) }
            return .answer(
                PrivatePage.problem(
                    "invalid_request",
                    "This sign-in page was used before or is too old. Go back to the app and try again.", request))
        }
        do {
            let authorization = try AuthorizationRequest.read(
                request, applications: request.revision.applications, rules: request.oauth)
            let page = request.site.state.withLock {
                $0.oauth.wait(
                    for: authorization, until: request.time + SignInPageHandler.pageLifetime.inMilliseconds)
            }
            return .begun(provider, page.text, authorization)
        } catch {
            switch error {
            case .page(let error, let message, let cause):
                return .answer(PrivatePage.problem(error, message, request, cause: cause))
            case .redirect(let back, let error, let description, let cause):
                return .answer(back.refusal(error, description, request, reason: description, cause: cause))
            }
        }
    }

    /// Signs in whom the provider has named, and sends the browser back to the application.
    static func finish(
        _ request: EndpointRequest, _ relay: String, _ pending: PendingProviderSignIn, _ provider: ProviderSite,
        subject: String, index: String, gate: String
    ) -> PortalReply {
        let authorization = request.site.state.withLock { state -> AuthorizationRequest? in
            state.providers.finish(relay)
            defer { state.oauth.finish(pending.oauthState) }
            return state.oauth.request(pending.oauthState, at: request.time)
        }
        guard let authorization else {
            return refused(
                "the page that the sign-in began on is over", "This sign-in is over. Go back to the app and try again.",
                request, gate: gate)
        }
        guard let user = provider.user(of: subject) else {
            return refused(
                "the provider has signed in a user who is no member",
                "Your account is not a member of this organization.", request, gate: gate)
        }
        let session = SessionCookie.portal.begin(for: user, request)
        request.site.state.withLock {
            $0.providers.note(
                ProviderSession(provider: provider.name, subject: subject, index: index), of: session.text)
        }
        var reply = AuthorizeEndpoint.complete(authorization, for: user, request)
            .passed(gate, "\(provider.name) has signed in \(user)")
        reply.headers.append(("Set-Cookie", session.header))
        return reply
    }

    /// A page that says why an answer of a provider signs in no user; the application is told nothing, as portals do.
    static func refused(_ reason: String, _ message: String, _ request: EndpointRequest, gate: String) -> PortalReply {
        var reply = PrivatePage(
            title: "Sign-in refused", data: ["error": "access_denied", "messages": [.string(message)]],
            body: """
                <h1>You are not signed in</h1>
                <p class="alert" role="alert">\(MarkupText.escaped(message))</p>
                <p>The answer of your organization's identity provider was refused. Tell your administrator what stands above.</p>
                """
        ).reply(status: request.blueprint.strictStatus ? 403 : 200).refused(gate, reason, cause: .assertion)
        reply.notes.code = 403
        return reply
    }
}
