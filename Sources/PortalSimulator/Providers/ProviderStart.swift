internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// What SAML and OpenID Connect have in common at the portal: how a sign-in at a provider begins and ends.
enum ProviderStart {
    enum Beginning {
        /// The provider, and the page of the portal that waits.
        case begun(ProviderSite, page: String)
        case answer(PortalReply)
    }

    /// Finds the page that waits.
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
        let page = request["oauth_state"] ?? ""
        guard request.site.state.withLock({ $0.oauth.page(page, at: request.time) }) != nil else {
            return .answer(
                PrivatePage.problem(
                    "invalid_request",
                    "This sign-in page was used before or is too old. Go back to the app and try again.", request))
        }
        return .begun(provider, page: page)
    }

    /// Goes on with the portal's page as the member whom the provider has signed in: a code of an authenticator app is the provider's
    /// business, consent is the portal's.
    static func finish(
        _ request: EndpointRequest, page: String, _ provider: ProviderSite, subject: String, index: String, gate: String
    ) -> PortalReply {
        guard let user = provider.user(of: subject) else {
            request.site.state.withLock { $0.oauth.finish(page) }
            return refused(
                "the provider has signed in a user who is no member",
                "Your account is not a member of this organization.", request, gate: gate)
        }
        let authorization = request.site.state.withLock { state -> AuthorizationRequest? in
            state.oauth.change(page) {
                $0.user = user
                $0.done = [.password, .code]
                $0.origin = ProviderSession(provider: provider.name, subject: subject, index: index)
            }
            return state.oauth.request(page, at: request.time)
        }
        guard let authorization else {
            return refused(
                "the page that the sign-in began on is over", "This sign-in is over. Go back to the app and try again.",
                request, gate: gate)
        }
        return AuthorizeEndpoint.handler(request).goOn(authorization, page, user, request)
            .passed(gate, "\(provider.name) has signed in \(user)")
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
