package import HTTPAuthentication

/// Everything that decides which token is issued; equal orders share one acquisition (rule R25).
package struct TokenOrder: Sendable, Hashable {
    package let context: ServerContext
    package let tokenURL: HTTPURL?
    package let username: String
    package let password: Secret<String>
    package let lifetime: Duration?
    package let referer: String

    package init(
        context: ServerContext, tokenURL: HTTPURL?, username: String, password: Secret<String>, lifetime: Duration?,
        referer: String
    ) {
        self.context = context
        self.tokenURL = tokenURL
        self.username = username
        self.password = password
        self.lifetime = lifetime
        self.referer = referer
    }

    /// The form of the request (rule R6; developers.arcgis.com/rest/users-groups-and-items/generate-token).
    package var form: [(String, String)] {
        var pairs = [
            ("username", username), ("password", password.reveal { $0 }), ("client", "referer"), ("referer", referer),
        ]
        if let lifetime, lifetime > .zero {
            let minutes = max(1, (lifetime.milliseconds + 59_999) / 60_000)
            pairs.append(("expiration", String(minutes)))
        }
        pairs.append(("f", "json"))
        return pairs
    }

    /// What must not be sent twice once it was refused (rule R12).
    package func triple(at service: HTTPURL) -> RefusedTriple {
        RefusedTriple(service: service, username: username, password: password)
    }
}

/// User name, password and the token service that refused them.
package struct RefusedTriple: Sendable, Hashable {
    let service: HTTPURL
    let username: String
    let password: Secret<String>
}
