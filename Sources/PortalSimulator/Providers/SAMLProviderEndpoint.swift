internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// The identity provider of SAML 2.0 on a host of its own: it takes the portal's request, signs the user in on its own page, and gives
/// the browser an assertion for the portal (saml-profiles §4.1).
enum SAMLProviderEndpoint {
    static func metadata(_ request: EndpointRequest) -> PortalReply {
        guard let provider = ProviderSite(at: request), provider.rules.speaks == .saml else { return .notFound }
        do {
            let text = SAMLMessages.providerMetadata(
                entity: provider.entity, signOn: provider.signOn, logout: provider.logout,
                certificate: try provider.key().certificateDER)
            return .bytes(Array(text.utf8), type: "application/samlmetadata+xml")
        } catch { return ProviderSite.broken(error) }
    }

    /// The single sign-on service, by redirect and by form.
    static func signOn(_ request: EndpointRequest) -> PortalReply {
        guard let provider = ProviderSite(at: request), provider.rules.speaks == .saml else { return .notFound }
        let message: XMLElement
        var relay: String?
        do {
            let keys = try provider.portalVerificationKeys()
            if request.method == "POST" {
                guard !request.isRepeated("SAMLRequest"), let text = request.form["SAMLRequest"],
                    let bytes = Base64.decode(text.filter { !$0.isWhitespace })
                else { return refused("SAMLRequest is missing or cannot be unpacked", request) }
                message = try XMLReader.read(bytes)
                try SAMLSignature.check(message, in: message, keys: keys)
                relay = request.form["RelayState"]
            } else {
                (message, relay) = try SAMLRedirect.message(in: request.rawQuery, "SAMLRequest", keys: keys)
            }
        } catch let problem as XMLReader.Problem {
            return refused("the request cannot be read: \(problem.reason)", request)
        } catch let refusal as SAMLSignature.Refusal {
            return refused(refusal.reason, request)
        } catch let refusal as SAMLRedirect.Refusal {
            return refused(refusal.reason, request)
        } catch { return ProviderSite.broken(error) }
        guard message.isNamed("AuthnRequest", in: SAMLNames.protocols), let id = message["ID"], !id.isEmpty,
            id.utf8.count <= 256
        else { return refused("it is no request for an assertion", request) }
        guard message.child("Issuer", in: SAMLNames.assertion)?.text == provider.audience else {
            return refused("its issuer is no portal that is known here", request)
        }
        guard message["Destination"] == provider.signOn else {
            return refused("it is for another destination", request)
        }
        guard message["AssertionConsumerServiceURL"].map({ $0 == provider.consumer }) ?? true else {
            return refused("it wants the assertion at an address that is not the portal's", request)
        }
        guard relay.map({ $0.utf8.count <= 80 }) ?? true else { return refused("RelayState is too long", request) }
        guard
            let authorization = provider.authorization(
                .assertion(request: id, relayState: relay), back: provider.consumer)
        else { return .notFound }
        return provider.handler().begin(
            authorization, request, asksAgain: message["ForceAuthn"] == "true", username: nil)
    }

    private static func refused(_ reason: String, _ request: EndpointRequest) -> PortalReply {
        ProviderSite.page("This request is not one that this provider takes.")
            .refused("saml", reason, cause: .assertion)
    }

    /// Gives the browser the assertion, in a form that it sends on.
    static func respond(
        to id: String, relayState: String?, for user: String?, _ provider: ProviderSite, _ request: EndpointRequest
    ) -> PortalReply {
        do {
            let answer = user == nil ? .refused : provider.rules.answer
            let (text, alias) = try SAMLResponseWriter(provider: provider, request: request, id: id, answer: answer)
                .response(for: user ?? "")
            var fields = [(name: "SAMLResponse", value: Base64.encode(Array(text.utf8)))]
            if let relayState { fields.append(("RelayState", relayState)) }
            var reply = PrivatePage.sending(
                fields, to: provider.consumer, title: "Signing in", words: "You go back to the portal."
            ).reply(formTo: nil)
            reply.notes.issued = alias
            return reply
        } catch { return ProviderSite.broken(error) }
    }
}

extension ProviderSite {
    /// The page of the provider.
    func handler() -> SignInPageHandler {
        let provider = self
        return SignInPageHandler(
            cookie: cookie, action: "/signin", wrong: "The user name or password is not right.", rules: rules.signIn,
            accounts: .provider(name, domain: rules.domain), leadsAnywhere: true,
            complete: { authorization, user, request in
                switch authorization.asked {
                case .assertion(let id, let relayState)?:
                    SAMLProviderEndpoint.respond(to: id, relayState: relayState, for: user, provider, request)
                case .identityToken?, nil: OpenIDProviderEndpoint.complete(authorization, for: user, provider, request)
                }
            },
            decline: { authorization, request, reason in
                if case .assertion(let id, let relayState)? = authorization.asked {
                    return SAMLProviderEndpoint.respond(to: id, relayState: relayState, for: nil, provider, request)
                        .refused("signIn", reason)
                }
                return AuthorizationRedirect(authorization).refusal(
                    "access_denied", SignInPageHandler.denial, request, reason: reason)
            })
    }

    /// The portal's request as the page takes it.
    func authorization(
        _ asked: AuthorizationRequest.Asked, back address: String, state: String? = nil, proofKey: ProofKey? = nil
    ) -> AuthorizationRequest? {
        guard let redirect = RegisteredRedirect(address) else { return nil }
        return AuthorizationRequest(
            client: audience, title: "ArcGIS portal", redirectURI: address, redirect: redirect, response: .code,
            state: state, expiration: nil, proofKey: proofKey, hidesCancel: false, username: "", theme: .system,
            asked: asked)
    }

    /// A page of the provider that says what is wrong.
    static func page(_ message: String) -> PortalReply {
        let page = PrivatePage(
            title: "Error", data: ["error": "invalid_request", "messages": [.string(message)]],
            body: "<h1>This does not work</h1>\n<p class=\"alert\" role=\"alert\">\(MarkupText.escaped(message))</p>")
        return page.reply(status: 400)
    }
}

/// The page of a provider, whatever it speaks.
enum ProviderPageEndpoint {
    static func signIn(_ request: EndpointRequest) -> PortalReply {
        guard let provider = ProviderSite(at: request) else { return .notFound }
        return provider.handler().signIn(request)
    }
}
