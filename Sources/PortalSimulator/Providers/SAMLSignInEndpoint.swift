internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// The portal as service provider of SAML 2.0: `oauth2/saml/authorize` sends the browser to the provider, `oauth2/saml/signin` takes what
/// it comes back with (saml-profiles §4.1).
enum SAMLSignInEndpoint {
    /// How long the portal waits for an answer of the provider.
    static let patience = Duration.seconds(3600)

    /// Sends the browser of a sign-in page to the provider with a request for an assertion.
    static func authorize(_ request: EndpointRequest) -> PortalReply {
        let provider: ProviderSite
        let page: String
        switch ProviderStart.begin(request, speaking: .saml) {
        case .answer(let reply): return reply
        case .begun(let found, let waiting): (provider, page) = (found, waiting)
        }
        let id = ProviderSite.identifier()
        let message = SAMLMessages.authnRequest(
            id: id, issuer: provider.audience, destination: provider.signOn, consumer: provider.consumer,
            asksAgain: request["force_login"] == "true", at: request.time)
        let (relay, browser) = request.site.state.withLock { state in
            let browser = state.providers.mark(ofBrowser: BrowserMark.text(request))
            let relay = state.providers.wait(
                for: PendingProviderExchange(
                    provider: provider.name, purpose: .signIn(page: page, browser: browser), request: id,
                    expires: request.time.later(by: patience)))
            return (relay, browser)
        }
        var reply = ask(provider, message, id: id, relay: relay)
        reply.headers.append(("Set-Cookie", BrowserMark.header(browser, request)))
        return reply
    }

    /// Sends the browser to the provider with the request, as the blueprint says.
    private static func ask(_ provider: ProviderSite, _ message: String, id: String, relay: String) -> PortalReply {
        do {
            let key = try provider.portalKey()
            switch provider.rules.binding {
            case .redirect:
                let address = try SAMLRedirect.address(
                    provider.signOn, "SAMLRequest", message, relayState: relay, key: key)
                return PortalReply.redirect(to: address)
                    .passed("saml", "the browser is sent to \(provider.name) by a redirect")
            case .post:
                let signed = try SAMLSignature.signing(message, id: id, with: key)
                let form = PrivatePage.sending(
                    [("SAMLRequest", Base64.encode(Array(signed.utf8))), ("RelayState", relay)], to: provider.signOn,
                    title: "Signing in", words: "You go on to \(provider.rules.title).")
                return form.reply(formTo: [provider.origin])
                    .passed("saml", "the browser is sent to \(provider.name) with a form")
            }
        } catch { return ProviderSite.broken(error) }
    }

    /// Takes the provider's response: the assertion consumer service.
    static func consume(_ request: EndpointRequest) -> PortalReply {
        guard request.isSecure, request.method == "POST" else {
            return .failure(.methodNotSupported, "method", "it takes POST over HTTPS only", cause: .method)
        }
        guard !request.isRepeated("SAMLResponse"), let text = request.form["SAMLResponse"],
            let bytes = Base64.decode(text.filter { !$0.isWhitespace }), let relay = request.form["RelayState"]
        else { return refused("SAMLResponse or RelayState is missing", "The response cannot be read.", request) }
        guard let pending = request.site.state.withLock({ $0.providers.waiting(relay, at: request.time) }),
            case .signIn(let page, let browser) = pending.purpose,
            let provider = ProviderSite(named: pending.provider, request), provider.rules.speaks == .saml
        else {
            return refused(
                "no sign-in waits for this response: it was answered before, or none began here",
                "This sign-in is over. Go back to the app and try again.", request)
        }
        if let (reason, message) = BrowserMark.refusal(request, began: browser) {
            return refused(reason, message, request)
        }
        let response: SAMLResponse
        do {
            response = try SAMLResponse(
                bytes,
                SAMLResponse.Expectation(
                    issuer: provider.entity, audience: provider.audience, recipient: provider.consumer,
                    request: pending.request, keys: try provider.verificationKeys(), time: request.time))
        } catch let refusal as SAMLResponse.Refusal {
            return refused(refusal.reason, refusal.message, request)
        } catch { return ProviderSite.broken(error) }
        guard request.site.state.withLock({ $0.providers.use(assertion: response.assertionID) }) else {
            return refused("the assertion was used before", "The response was used before.", request)
        }
        request.site.state.withLock { $0.providers.finish(relay) }
        return ProviderStart.finish(
            request, page: page, provider, subject: response.subject, index: response.sessionIndex, gate: "saml")
    }

    private static func refused(_ reason: String, _ message: String, _ request: EndpointRequest) -> PortalReply {
        ProviderStart.refused(reason, message, request, gate: "saml")
    }

    /// What the portal tells providers about itself (saml-metadata §2.4.4).
    static func metadata(_ request: EndpointRequest) -> PortalReply {
        guard let name = request.blueprint.identityProviders.keys.sorted().first,
            let provider = ProviderSite(named: name, request)
        else { return .failure(.invalidURL, "path", "no identity provider is configured", cause: .path) }
        do {
            let text = SAMLMessages.portalMetadata(
                entity: provider.audience, consumer: provider.consumer, logout: provider.portalLogout,
                certificate: try provider.portalKey().certificateDER)
            return .bytes(Array(text.utf8), type: "application/samlmetadata+xml")
        } catch { return ProviderSite.broken(error) }
    }
}
