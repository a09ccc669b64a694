package import HTTPSemantics

/// Everything that decides which token is issued; equal orders share one acquisition (rule R25).
package struct TokenOrder: Sendable, Hashable {
    /// Whose token it is.
    package enum Principal: Sendable, Hashable {
        case user(String, Secret<String>)
        /// The user whom the web tier takes the client for: by its certificate, or by HTTP authentication.
        case webTier
    }
    package let context: ServerContext
    package let tokenURL: HTTPURL?
    package let principal: Principal
    package let lifetime: Duration?
    package let referer: String

    package init(
        context: ServerContext, tokenURL: HTTPURL?, principal: Principal, lifetime: Duration?, referer: String
    ) {
        self.context = context
        self.tokenURL = tokenURL
        self.principal = principal
        self.lifetime = lifetime
        self.referer = referer
    }

    /// The form of the request (rule R6; developers.arcgis.com/rest/users-groups-and-items/generate-token).
    ///
    /// Without a user it asks for a token of the web tier's user, and names the server that it is for where that is not the
    /// portal itself (as the ArcGIS API for Python does for PKI portals).
    package func form(at service: HTTPURL) -> [(String, String)] {
        var pairs: [(String, String)] = []
        switch principal {
        case .user(let name, let password):
            pairs = [("username", name), ("password", password.reveal { $0 })]
        case .webTier where ServerContext(of: service) != context:
            pairs = [("request", "getToken"), ("serverURL", context.url.description)]
        case .webTier: break
        }
        pairs += [("client", "referer"), ("referer", referer)]
        if let minutes = lifetime?.wholeMinutes { pairs.append(("expiration", String(minutes))) }
        pairs.append(("f", "json"))
        return pairs
    }

    /// What must not be sent twice once it was refused (rule R12); nil where no password is sent.
    package func triple(at service: HTTPURL) -> RefusedTriple? {
        guard case .user(let name, let password) = principal else { return nil }
        return RefusedTriple(service: service, username: name, password: password)
    }
}
