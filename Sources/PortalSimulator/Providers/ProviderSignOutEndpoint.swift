internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// How a sign-out at the portal reaches the provider, and comes back (saml-profiles §4.4; OpenID Connect RP-Initiated Logout 1.0).
enum ProviderSignOutEndpoint {
    /// `oauth2/signout`: ends the browser's session here; one that began at a provider is ended there next.
    static func portal(_ request: EndpointRequest) -> PortalReply {
        let session = SessionCookie.portal.text(request) ?? ""
        let origin = request.site.state.withLock { $0.providers.takeOrigin(of: session) }
        var reply = AuthorizeEndpoint.signOut(request)
        guard let origin, let provider = ProviderSite(named: origin.provider, request) else { return reply }
        var next: String?
        if case .redirect(_, let location) = reply.body { next = location }
        // A wrong address is told, and the session at the provider lives on.
        guard next != nil || reply.notes.code == nil else { return reply }
        let id = ProviderSite.identifier()
        let relay = request.site.state.withLock {
            $0.providers.wait(
                for: PendingProviderExchange(
                    provider: provider.name, purpose: .signOut(next: next), request: id,
                    expires: request.time.later(by: SAMLSignInEndpoint.patience)))
        }
        do {
            reply.body = .redirect(status: 302, location: try address(of: provider, origin, id, relay, request))
            reply.headers.removeAll { $0.name != "Set-Cookie" }
            for field in PrivatePage.headers { reply.headers.append((field.0, field.1)) }
            return reply.passed("session", "the session at \(provider.name) is ended next")
        } catch { return ProviderSite.broken(error) }
    }

    private static func address(
        of provider: ProviderSite, _ session: ProviderSession, _ id: String, _ relay: String,
        _ request: EndpointRequest
    ) throws(TLSIdentityError) -> String {
        switch provider.rules.speaks {
        case .saml:
            let message = SAMLMessages.logoutRequest(
                id: id, issuer: provider.audience, destination: provider.logout, subject: session.subject,
                sessionIndex: session.index, at: request.time)
            return try SAMLRedirect.address(
                provider.logout, "SAMLRequest", message, relayState: relay, key: try provider.portalKey())
        case .openIDConnect:
            let parameters = [
                ("id_token_hint", session.index), ("client_id", OpenIDProviderEndpoint.clientID),
                ("post_logout_redirect_uri", provider.portalLogout), ("state", relay),
            ]
            return "\(provider.origin)/oauth2/logout?\(FormURLEncoded.encode(parameters))"
        }
    }

    /// `oauth2/saml/signout`: the provider has ended its session, and the browser goes on to where the sign-out wanted to.
    static func back(_ request: EndpointRequest) -> PortalReply {
        let relay = request.query["RelayState"] ?? request.query["state"] ?? ""
        guard let pending = request.site.state.withLock({ $0.providers.waiting(relay, at: request.time) }),
            case .signOut(let next) = pending.purpose,
            let provider = ProviderSite(named: pending.provider, request)
        else {
            return ProviderStart.refused(
                "no sign-out waits for this answer", "This sign-out is over.", request, gate: "signOut")
        }
        if provider.rules.speaks == .saml {
            do {
                let (message, _) = try SAMLRedirect.message(
                    in: request.rawQuery, "SAMLResponse", keys: try provider.verificationKeys())
                guard message.isNamed("LogoutResponse", in: SAMLNames.protocols),
                    message["InResponseTo"] == pending.request
                else {
                    return ProviderStart.refused(
                        "it answers another sign-out", "The answer does not belong to this sign-out.", request,
                        gate: "signOut")
                }
            } catch let refusal as SAMLRedirect.Refusal {
                return ProviderStart.refused(
                    refusal.reason, "The answer of the identity provider is not valid.", request, gate: "signOut")
            } catch { return ProviderSite.broken(error) }
        }
        request.site.state.withLock { $0.providers.finish(relay) }
        let reply = next.map { PortalReply.redirect(to: $0) } ?? .signedOut
        return reply.passed("signOut", "\(provider.name) has ended its session")
    }

    /// The provider's single logout service.
    static func saml(_ request: EndpointRequest) -> PortalReply {
        guard let provider = ProviderSite(at: request), provider.rules.speaks == .saml else { return .notFound }
        do {
            let (message, relayState) = try SAMLRedirect.message(
                in: request.rawQuery, "SAMLRequest", keys: try provider.portalVerificationKeys())
            guard message.isNamed("LogoutRequest", in: SAMLNames.protocols), let id = message["ID"],
                message["Destination"] == provider.logout
            else {
                return ProviderSite.page("This request is not one that this provider takes.")
                    .refused("saml", "it is no request to end a session here", cause: .assertion)
            }
            let (alias, header) = provider.cookie.end(request)
            let answer = SAMLMessages.logoutResponse(
                id: ProviderSite.identifier(), issuer: provider.entity, destination: provider.portalLogout,
                inResponseTo: id, at: request.time)
            let address = try SAMLRedirect.address(
                provider.portalLogout, "SAMLResponse", answer, relayState: relayState,
                key: try provider.key())
            var reply = PortalReply.redirect(to: address)
            reply.headers.append(("Set-Cookie", header))
            return reply.passed("session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
        } catch let refusal as SAMLRedirect.Refusal {
            return ProviderSite.page("This request is not one that this provider takes.")
                .refused("saml", refusal.reason, cause: .assertion)
        } catch { return ProviderSite.broken(error) }
    }

    /// The provider's end-session endpoint.
    static func openID(_ request: EndpointRequest) -> PortalReply {
        guard let provider = ProviderSite(at: request), provider.rules.speaks == .openIDConnect else {
            return .notFound
        }
        let (alias, header) = provider.cookie.end(request)
        var reply = PortalReply.signedOut
        if request["post_logout_redirect_uri"] == provider.portalLogout {
            let state = request["state"].map { "?state=\(PercentEncoding.encode($0))" } ?? ""
            reply = PortalReply.redirect(to: provider.portalLogout + state)
        }
        reply.headers.append(("Set-Cookie", header))
        return reply.passed("session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
    }
}
