extension Blueprint {
    /// What `info` of the portal and of its server says about tokens.
    package struct Info: Sendable {
        /// `authInfo.isTokenBasedSecurity`.
        package var isTokenBased = true
        package var tokenServicesURL = TokenServicesURL.portal
        package var answer = Answer.json

        /// Where `authInfo.tokenServicesUrl` points.
        package enum TokenServicesURL: Sendable, Equatable {
            /// `{portal}/sharing/rest/generateToken`; a stand-alone server names its own `tokens/`.
            case portal
            /// `{portal}/sharing/generateToken`, without `/rest`.
            case legacy
            /// The portal's own address with `http:`.
            case insecure
            /// The same path on another host of the blueprint.
            case host(String)
            /// A path or a URL, word for word.
            case verbatim(String)
        }

        /// How `info` answers at all.
        package enum Answer: String, Sendable, CaseIterable {
            case json
            case notFound = "404"
            case html
            case serverError = "500"
        }
    }

    /// The ArcGIS Server beside the portal, or one at a host of its own.
    package struct Server: Sendable {
        /// Path before `/rest`, as `/server`.
        package var context = "/server"
        package var federation = Federation.federated
        /// Whether a federated server takes the portal's own token, or only one that was exchanged for it.
        package var acceptsPortalToken = true
        /// The portal to which a foreign server belongs, as it says itself.
        package var owner = "https://elsewhere.localhost/portal"

        /// What the server is to the portal.
        package enum Federation: String, Sendable, CaseIterable {
            case federated
            case standalone
            /// It belongs to another portal.
            case foreign
            /// There is no server.
            case none
        }
    }

    /// The TLS listener's certificate and versions.
    package struct TLS: Sendable {
        /// Recipe of the certificate.
        package var certificate = "good"
        package var versions = [Version.v12, .v13]

        /// A TLS version that the listener offers.
        package enum Version: String, Sendable, CaseIterable {
            case v10 = "1.0"
            case v11 = "1.1"
            case v12 = "1.2"
            case v13 = "1.3"
        }
    }

    /// A further listener.
    package struct Host: Sendable {
        /// The address it binds.
        package var address = "127.0.0.1"
        /// Recipe of its certificate.
        package var certificate = "good"
        package var scheme = Scheme.https
        package var serves = Serves.portal
        package var reach = Reach.open
        /// The server that it is, where it serves one.
        package var server = Server()
        /// Client certificates that it asks for itself.
        package var clientCertificates: ClientCertificates?
        /// HTTP authentication of its own.
        package var webAuthentication: WebAuthentication?

        package enum Scheme: String, Sendable, CaseIterable {
            case http
            case https
        }

        /// What a further listener answers.
        package enum Serves: String, Sendable, CaseIterable {
            /// The portal, as at its own address.
            case portal
            /// `info` and `generateToken` only.
            case tokens
            /// An ArcGIS Server of its own, with the services of the portal's.
            case server
            /// 404 to everything; it only records.
            case nothing
            /// 407 to everything, as a proxy that asks who its clients are.
            case proxy
            /// Tunnels to the portal's other listeners, as a proxy that asks nothing (RFC 9110 §9.3.6); it refuses everything else.
            case tunnel
            /// The sign-in of an identity-aware proxy, and nothing else.
            case identity
            /// An identity provider of members, and nothing else.
            case provider
        }
    }
}
