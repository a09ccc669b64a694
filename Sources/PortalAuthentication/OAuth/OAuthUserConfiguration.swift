internal import HTTPSemantics

/// An application that is registered with a portal, as which a person signs in (developers.arcgis.com › Swift › OAuthUserConfiguration).
public struct OAuthUserConfiguration: Sendable, Hashable {
    /// How long the refresh token shall live, so how long a person stays signed in.
    public enum RefreshLifetime: Sendable, Hashable {
        /// What the portal gives unasked, usually two weeks (`expiration` is not sent).
        case portalDefault
        /// As long as the portal allows, usually 90 days (`expiration=-1`).
        case portalMaximum
        /// So many minutes, which the portal may cut.
        case minutes(Int)
    }

    /// The portal.
    public let portal: PortalURL
    /// The id under which the application is registered.
    public let clientID: String
    /// Where the browser is sent back to; for a loopback listener the agent puts in its port.
    public let redirectURI: RedirectURI
    /// Default: what the portal gives.
    public var refreshLifetime: RefreshLifetime
    /// How old a refresh token may become before it is exchanged; nil: when a day of its life is left.
    public var exchangeInterval: Duration?
    /// How long tokens for federated servers shall live; nil leaves it to the portal.
    public var federatedTokenLifetime: Duration?
    /// The language of the sign-in page, as `de`; nil leaves it to the browser.
    public var locale: String?

    /// Describes a registered application; throws `invalidArgument` for an empty client id.
    public init(
        portal: PortalURL, clientID: String, redirectURI: RedirectURI,
        refreshLifetime: RefreshLifetime = .portalDefault, exchangeInterval: Duration? = nil,
        federatedTokenLifetime: Duration? = nil, locale: String? = nil
    ) throws(PortalError) {
        guard Self.isClientID(clientID) else {
            throw PortalError(
                .invalidArgument, url: portal.root, detail: "the client id is empty or holds what no client id has")
        }
        self.portal = portal
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.refreshLifetime = refreshLifetime
        self.exchangeInterval = exchangeInterval
        self.federatedTokenLifetime = federatedTokenLifetime
        self.locale = locale
    }

    /// Whether a text may be a client id (RFC 6749 appendix A.1), without blanks.
    static func isClientID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    /// The page that ends the browser's own session at the portal, and at the identity provider where it began; open it in the browser
    /// that signed in, once the tokens are revoked.
    ///
    /// Without it the next sign-in in that browser may ask nothing (OpenID Connect RP-Initiated Logout 1.0 §2; saml-profiles §4.4). The
    /// browser ends at ``redirectURI``, which has to be registered; out of band it ends at a page of the portal's.
    public var signOutPage: HTTPURL {
        var parameters = [("client_id", clientID)]
        if redirectURI.kind != .outOfBand { parameters.append(("redirect_uri", redirectURI.description)) }
        return portal.rest.appending("oauth2", "signout").with(query: FormURLEncoded.encode(parameters))
    }

    /// Whether a resource belongs to the configuration's portal, by origin and whole path segments.
    public func canBeUsed(for url: HTTPURL) -> Bool { portal.context.contains(url) }
}
