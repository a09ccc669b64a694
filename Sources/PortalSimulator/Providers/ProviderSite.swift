internal import HTTPSemantics
internal import Platform
internal import PortalJudge
internal import TLSIdentity

/// Addresses, names and keys of a portal and one of its identity providers.
struct ProviderSite {
    let name: String
    let rules: Blueprint.IdentityProvider
    let site: PortalSite
    /// The origin of the provider's host.
    let origin: String

    /// The provider of a name; nil where there is none.
    init?(named name: String, _ request: EndpointRequest) {
        guard let rules = request.blueprint.identityProviders[name], let origin = request.site.addresses.hosts[name]
        else { return nil }
        self.name = name
        self.rules = rules
        self.origin = origin.description
        site = request.site
    }

    /// The provider whose host was asked.
    init?(at request: EndpointRequest) { self.init(named: request.listener.name, request) }

    // MARK: the provider

    /// What it calls itself: where its metadata is.
    var entity: String { rules.speaks == .saml ? origin + "/saml/metadata" : origin }
    var signOn: String { origin + "/saml/sso" }
    var logout: String { origin + "/saml/slo" }

    func key() throws(TLSIdentityError) -> SigningKey { try site.signingKeys.key(of: name, rules.key) }

    /// A key that is not the provider's.
    func otherKey() throws(TLSIdentityError) -> SigningKey {
        try site.signingKeys.key(of: "another signer than \(name)", rules.key)
    }

    func verificationKeys() throws(TLSIdentityError) -> [VerificationKey] {
        [try VerificationKey(certificateDER: try key().certificateDER)]
    }

    /// The cookie by which it knows browsers again.
    var cookie: SessionCookie { .provider(name, lifetime: rules.sessionLifetime) }

    /// The name of an account there.
    func subject(of user: String) -> String { "\(user)@\(rules.domain)" }

    /// The member whose account a name is; nil where there is none.
    func user(of subject: String) -> String? {
        guard let mark = subject.lastIndex(of: "@"), subject[subject.index(after: mark)...] == rules.domain else {
            return nil
        }
        let user = String(subject[..<mark])
        let isKnown = site.state.withLock {
            $0.providers[name].passwords[user] != nil && $0.passwords[user] != nil && !$0.closedAccounts.contains(user)
        }
        return isKnown ? user : nil
    }

    // MARK: the portal

    private var rest: String { site.addresses.portalURL + "/sharing/rest" }
    /// What the portal calls itself (learn.microsoft.com, "ArcGIS Enterprise" tutorial: `<EXTERNAL_DNS_NAME>.portal`).
    var audience: String {
        "\(site.addresses.portal.host).\(site.addresses.context.split(separator: "/").joined(separator: "."))"
    }
    /// Where the provider sends its response (ibid.; for ArcGIS Online the same path).
    var consumer: String { rest + "/oauth2/saml/signin" }
    var portalLogout: String { rest + "/oauth2/saml/signout" }
    /// Where the provider sends its code.
    var callback: String { rest + "/oauth2/oidc/signin" }

    func portalKey() throws(TLSIdentityError) -> SigningKey { try site.signingKeys.key(of: "portal", .rsa) }

    func portalVerificationKeys() throws(TLSIdentityError) -> [VerificationKey] {
        [try VerificationKey(certificateDER: try portalKey().certificateDER)]
    }

    /// What is said where OpenSSL fails.
    static func broken(_ error: any Error) -> PortalReply {
        .failure(ErrorEnvelope(500, "Signing failed"), "signIn", "OpenSSL failed: \(error)")
    }

    /// An ID that begins with no digit (XML Schema Part 2 §3.3.8).
    static func identifier() -> String { "_" + RandomText.secret(32) }
}
