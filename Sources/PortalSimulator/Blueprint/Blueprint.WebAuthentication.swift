extension Blueprint {
    /// The web tier's HTTP authentication (RFC 9110 §11), which stands before everything that the portal does.
    package struct WebAuthentication: Sendable, Equatable {
        /// What a 401 offers, in this order.
        package var challenges = [Offer(scheme: .basic)]
        /// Whether all challenges stand in one `WWW-Authenticate` field.
        package var isOneLine = false
        /// Whether a 401 comes without any challenge.
        package var isBare = false
        package var stale = Stale.honest
        /// Portal time for which a nonce is good.
        package var nonceLifetime = Duration.seconds(5 * 60)
        /// How often a nonce may be used; 0 is without limit.
        package var nonceUses = 0
        /// Whether each answer hands out the next nonce (RFC 7616 §3.5).
        package var givesNextNonce = false
        package var nonceCount = NonceCountCheck.checked
        /// Whether answers carry `Authentication-Info` with `rspauth`.
        package var givesInfo = true
        /// Path prefixes that it holds for; empty is everything.
        package var under: [String] = []
        /// Realms of their own below some paths.
        package var realms: [String: String] = [:]
        /// Accounts that get in; nil lets everybody in who has a password.
        package var users: [String]?
        /// Whether the portal learns who was let in.
        package var handsOver = true
        /// How Negotiate and NTLM are answered; nil answers neither right.
        package var windows: Windows?
        /// The listeners that it holds for.
        package var hosts = ["portal"]

        package init() {}

        /// What a nonce that is no longer good is told.
        package enum Stale: String, Sendable, CaseIterable {
            case honest
            /// Every nonce that is out ends with the first right answer, which is told that its nonce is stale.
            case first
            /// Every answer is told that its nonce is stale.
            case always
        }

        /// What becomes of a nonce count that was used before.
        package enum NonceCountCheck: String, Sendable, CaseIterable {
            case checked
            case ignored
        }

        /// The realm of a challenge for a path: that of the longest prefix by path segment, else the challenge's own.
        package func realm(of offer: Offer, for path: String) -> String {
            guard !realms.isEmpty else { return offer.realm }
            let found = realms.filter { PathPrefix.holds($0.key, for: path) }
                .max { $0.key.utf8.count < $1.key.utf8.count }
            return found?.value ?? offer.realm
        }

        /// Whether a path lies behind it.
        package func covers(_ path: String) -> Bool {
            under.isEmpty || under.contains { PathPrefix.holds($0, for: path) }
        }
    }

    /// The hosts whose own gate asks for a user's password by Basic, over HTTPS; no other password belongs there.
    func hostsAskingForPasswords(of user: String) -> [String] {
        hosts.keys.sorted().filter { name in
            guard let host = hosts[name], host.scheme == .https, let web = host.webAuthentication else { return false }
            return web.challenges.contains { $0.scheme == .basic } && web.users?.contains(user) != false
        }
    }

    /// The HTTP authentication in front of a listener; nil where there is none.
    package func webAuthentication(at listener: String) -> WebAuthentication? {
        if let own = hosts[listener]?.webAuthentication { return own }
        guard let webAuthentication, webAuthentication.hosts.contains(listener) else { return nil }
        return webAuthentication
    }
}

extension Blueprint.WebAuthentication {
    /// One challenge of a 401.
    package struct Offer: Sendable, Equatable {
        package var scheme: Scheme
        /// The realm; Negotiate and NTLM have none.
        package var realm = "portal"
        /// Whether `charset="UTF-8"` is told (RFC 7617 §2.1, RFC 7616 §3.3).
        package var isUTF8 = false
        /// The algorithm of a Digest challenge as written; nil leaves it out, which means MD5.
        package var algorithm: String?
        /// The qualities of protection of a Digest challenge; empty is the older form without (RFC 2069).
        package var qop = [Quality.auth]
        package var opaque = Opaque.none
        /// Whether a Digest challenge offers to hash user names (RFC 7616 §3.4.4).
        package var hashesUserNames = false

        package init(scheme: Scheme) { self.scheme = scheme }

        package enum Scheme: String, Sendable, CaseIterable {
            case basic = "Basic"
            case digest = "Digest"
            /// Never right unless ``Blueprint/WebAuthentication/windows`` says how.
            case negotiate = "Negotiate"
            /// Never right unless ``Blueprint/WebAuthentication/windows`` says how.
            case ntlm = "NTLM"
            /// Offered, and never answered right.
            case bearer = "Bearer"
        }

        /// RFC 7616 §3.3, qop.
        package enum Quality: String, Sendable, CaseIterable {
            case auth
            case authInt = "auth-int"
        }

        /// RFC 7616 §3.3, opaque.
        package enum Opaque: Sendable, Equatable {
            case none
            /// A random text of this run.
            case random
            case text(String)
        }
    }

    /// A front that authenticates by itself and hands the user over.
    package struct Front: Sendable, Equatable {
        /// The header field that names the user.
        package var userHeader = "X-Remote-User"
        /// The listener that the front connects to.
        package var listener = "portal"
        /// The addresses that the front connects from.
        package var addresses = ["127.0.0.1"]
        /// The URL under which clients see the portal.
        package var publicURL: String?

        package init() {}
    }
}
