package import HTTPSemantics

extension Blueprint {
    /// How the portal signs people and applications in by OAuth 2.0 (RFC 6749; developers.arcgis.com, "Authorize" and "Token").
    package struct OAuth: Sendable {
        /// The applications that are registered, by client id; anybody else is "Invalid client_id".
        package var applications: [String: Application] = [:]
        /// Lifetime of the access tokens of a code and of its refresh tokens.
        package var accessTokenLifetime = Duration.seconds(30 * 60)
        /// Lifetime of a refresh token whose authorization asks for none.
        package var refreshTokenLifetime = Duration.seconds(14 * 86_400)
        /// Longest lifetime of a refresh token, which `expiration=-1` asks for.
        package var maximumRefreshLifetime = Duration.seconds(90 * 86_400)
        /// Lifetime of an application's own token whose request asks for none.
        package var applicationTokenLifetime = Duration.seconds(2 * 3600)
        /// How long a code may be redeemed (RFC 6749 §4.1.2 recommends ten minutes at most).
        package var codeLifetime = Duration.seconds(5 * 60)
        package var pkce = PKCE.optional
        package var plainPKCE = PlainPKCE.refused
        package var authorize = Answering.answers
        package var token = TokenAnswering.answers
        package var revoke = Revoking.answers
        package var state = State.echoed
        /// Whether an exchanged refresh token stops working.
        package var rotates = true

        /// An application that is registered with the portal.
        package struct Application: Sendable, Equatable {
            /// What the sign-in page calls it; nil is its client id.
            package var title: String?
            /// Where browsers may be sent back to.
            package var redirectURIs: [String] = []
            package var secret = SecretSource.none
            /// What its own tokens open, as ``APIKey/scope``.
            package var scope: [String]?
            /// Whose application it is.
            package var owner = "dana"
        }

        /// Where a secret comes from.
        package enum SecretSource: Sendable, Equatable {
            case none
            /// Random, another one in each run.
            case generated
            case text(Secret<String>)
        }

        /// Whether an authorization must bring a challenge (RFC 7636 §4.3).
        package enum PKCE: String, Sendable, CaseIterable {
            case optional
            case required
        }

        /// What becomes of the method `plain` (RFC 7636 §4.2).
        package enum PlainPKCE: String, Sendable, CaseIterable {
            case refused
            case accepted
        }

        /// Whether authorizations are taken at all.
        package enum Answering: String, Sendable, CaseIterable {
            case answers
            /// The browser is sent back at once with `access_denied`.
            case refuses
        }

        /// What becomes of requests for tokens that are right.
        package enum TokenAnswering: String, Sendable, CaseIterable {
            case answers
            /// Every one is refused with `invalid_grant`.
            case refuses
            /// Codes are.
            case refusesCodes
            /// Refresh tokens are, as if they had ended.
            case refusesRefresh
            /// Redirect URIs are told to be other ones.
            case refusesRedirects
        }

        /// What becomes of revocations.
        package enum Revoking: String, Sendable, CaseIterable {
            case answers
            /// HTTP 500, and nothing is revoked.
            case fails
            /// `{"success":false}`, and nothing is revoked.
            case refuses
        }

        /// What becomes of an authorization's `state`.
        package enum State: String, Sendable, CaseIterable {
            case echoed
            case altered
            case dropped
        }
    }

    /// A long-lived token of no user's (developers.arcgis.com, "API key authentication").
    package struct APIKey: Sendable, Equatable {
        /// Names of services, and ids or titles of items, that it opens; nil is all that members of its organization read.
        package var scope: [String]?
        /// Portal time from the start until it ends.
        package var lifetime = Duration.seconds(365 * 86_400)
        /// The referers that it is good for; empty is any.
        package var referers: [String] = []
        package var prefix = Prefix.aapk
        /// The key itself where it is not to be random.
        package var text: Secret<String>?
        /// Whose key it is.
        package var owner = "dana"

        /// The letters that a key begins with (Esri/arcgis-rest-js `request.ts`).
        package enum Prefix: String, Sendable, CaseIterable {
            case aapk = "AAPK"
            case aapt = "AAPT"
        }
    }
}
