internal import HTTPSemantics
internal import Platform
internal import TLSIdentity

/// Writes the provider's response: as it should be, or with the one flaw that the blueprint wants, so that the portal's refusal is seen.
struct SAMLResponseWriter {
    let provider: ProviderSite
    let request: EndpointRequest
    /// The ID of the request that is answered.
    let id: String
    let answer: Blueprint.IdentityProvider.Answer

    /// How long an assertion is good: the time that a browser takes to hand it over (saml-profiles §4.1.4.2).
    static let lifetime: Int64 = 5 * 60_000

    /// The response with the alias of its assertion.
    func response(for user: String) throws(TLSIdentityError) -> (text: String, alias: String?) {
        guard answer != .refused else { return (wrapping("", isSuccess: false), nil) }
        let statement = statement(for: user)
        let plain = SAMLMessages.assertion(statement)
        let key = answer == .otherKey ? try provider.otherKey() : try provider.key()
        let signed = answer == .unsigned ? plain : try SAMLSignature.signing(plain, id: statement.id, with: key)
        let text: String
        switch answer {
        case .altered:
            text = wrapping(
                signed.replacing("<saml:AttributeValue>\(provider.subject(of: user))", with: "<saml:AttributeValue>x"))
        case .wrapped:
            // The first variant of the paper "On Breaking SAML" (USENIX Security 2012): a forged assertion before the signed one.
            var forged = statement
            forged.id = ProviderSite.identifier()
            forged.subject = provider.subject(of: "dana")
            text = wrapping(SAMLMessages.assertion(forged) + signed)
        default: text = wrapping(signed)
        }
        let alias = request.site.state.withLock {
            $0.providers[provider.name].note(given: Base64.encode(Array(text.utf8)), as: "assertion")
        }
        return (text, alias)
    }

    private func statement(for user: String) -> SAMLMessages.Statement {
        let now = request.time
        let isOther = answer == .unknownUser
        let subject = isOther ? "stranger@\(provider.rules.domain)" : provider.subject(of: user)
        var statement = SAMLMessages.Statement(
            id: ProviderSite.identifier(), issuer: provider.entity, subject: subject, audience: provider.audience,
            recipient: provider.consumer, inResponseTo: id, notBefore: now, notOnOrAfter: now + Self.lifetime,
            issued: now, sessionIndex: ProviderSite.identifier(),
            attributes: [("email", subject), ("givenName", user)])
        switch answer {
        case .otherAudience: statement.audience = "elsewhere.test.portal"
        case .otherRecipient: statement.recipient = "https://elsewhere.test/portal/sharing/rest/oauth2/saml/signin"
        case .otherIssuer: statement.issuer = "https://elsewhere.test/saml/metadata"
        case .otherRequest: statement.inResponseTo = ProviderSite.identifier()
        case .expired:
            statement.notBefore = now - 2 * Self.lifetime
            statement.notOnOrAfter = now - Self.lifetime
        case .notYetValid:
            statement.notBefore = now + Self.lifetime
            statement.notOnOrAfter = now + 2 * Self.lifetime
        default: break
        }
        return statement
    }

    private func wrapping(_ content: String, isSuccess: Bool = true) -> String {
        SAMLMessages.response(
            id: ProviderSite.identifier(), issuer: provider.entity, destination: provider.consumer, inResponseTo: id,
            content: content, isSuccess: isSuccess, at: request.time)
    }
}
