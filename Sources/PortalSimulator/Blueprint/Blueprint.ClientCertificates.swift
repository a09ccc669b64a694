internal import HTTPSemantics

extension Blueprint {
    /// How the web tier asks for client certificates, and what it makes of them.
    package struct ClientCertificates: Sendable, Equatable {
        package var ask = Ask.required
        package var refuse = Refusal.tls
        /// Recipes of the authorities whose certificates are accepted.
        package var authorities = ["client-ca"]
        /// Whether the CertificateRequest names the acceptable issuers (RFC 8446 §4.2.4).
        package var sendsIssuers = true
        /// Whether the alert of a refusal is lost to a reset, as with servers that close too early.
        package var losesRefusal = false
        /// Common names that get in; nil lets every accepted certificate in.
        package var allow: [String]?
        /// Portal accounts by common name; a name that is not there is the account of the same name.
        package var users: [String: String] = [:]
        /// Whether the portal learns of the user that a certificate names.
        package var handsOver = true
        /// Rules of their own below some paths, decided over HTTP.
        package var paths: [PathRule] = []
        /// The listeners that ask.
        package var hosts = ["portal"]

        package init() {}

        /// Whether a client without a certificate may go on.
        package enum Ask: String, Sendable, CaseIterable {
            case required
            case optional
        }

        /// How a missing or bad certificate is refused.
        package enum Refusal: String, Sendable, CaseIterable {
            /// By an alert of the handshake.
            case tls
            /// HTTP 400, as nginx does.
            case nginx
            /// HTTP 403 with a sub-status in the page, as IIS does.
            case iis
            /// HTTP 403, as Apache does where a certificate is wanted below a path only.
            case apache
        }

        /// What holds below a path.
        package struct PathRule: Sendable, Equatable {
            /// A path without a slash at its end.
            package var path: String
            package var rule: Rule

            package enum Rule: String, Sendable, CaseIterable {
                case required
                case optional
                /// The certificate is not looked at.
                case none
            }
        }

        /// Whether the handshake itself must fail without a certificate: nothing is left to be decided over HTTP.
        package var isRequiredAtHandshake: Bool { ask == .required && refuse == .tls && paths.isEmpty }

        /// Whether the handshake must fail over a certificate that does not verify; Apache does so even where none is required.
        package var refusesBadAtHandshake: Bool { refuse == .tls || (refuse == .apache && ask == .optional) }

        /// What holds for a path: the rule of the longest prefix by path segment, else ``ask``.
        package func rule(for path: String) -> PathRule.Rule {
            let found = paths.filter { PathPrefix.holds($0.path, for: path) }.max {
                $0.path.utf8.count < $1.path.utf8.count
            }
            return found?.rule ?? (ask == .required ? .required : .optional)
        }
    }

    /// The client certificates that a listener asks for; nil where it asks for none.
    package func clientCertificates(at listener: String) -> ClientCertificates? {
        if let own = hosts[listener]?.clientCertificates { return own }
        guard let clientCertificates, clientCertificates.hosts.contains(listener) else { return nil }
        return clientCertificates
    }
}

/// Paths compared segment by segment.
enum PathPrefix {
    /// Whether a path is another one or lies below it; the empty prefix and `/` hold for everything.
    ///
    /// Both are compared decoded, as routes are: `%54raffic` lies below what `Traffic` does (RFC 3986 §6.2.2.2).
    static func holds(_ prefix: String, for path: String) -> Bool {
        let prefix = prefix == "/" ? [] : PercentEncoding.decode(Array(prefix.utf8)[...])
        let path = PercentEncoding.decode(Array(path.utf8).prefix { $0 != UInt8(ascii: "?") })
        guard path.starts(with: prefix) else { return false }
        return prefix.isEmpty || path.count == prefix.count || path[prefix.count] == UInt8(ascii: "/")
    }
}
