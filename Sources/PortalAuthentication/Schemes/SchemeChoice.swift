package import HTTPSemantics

/// What of a 401's challenges may be answered, best first (rule R15).
package struct SchemeChoice: Sendable {
    /// One way to authenticate.
    package enum Option: Sendable, Hashable {
        case negotiate
        case digest(DigestChallenge)
        case ntlm
        case basic(realm: String?, isUTF8: Bool)
    }

    /// Every scheme that a client knows, best first: Negotiate, Digest, NTLM, Basic.
    package static let preference: [AuthenticationMethod] = [.negotiate, .digest, .ntlm, .basic]

    /// The schemes for which a name and a password are enough.
    package static let answeredByPassword: Set<AuthenticationMethod> = [.digest, .ntlm, .basic]

    /// The ways that are open, best first; of several Digest challenges for a realm only the strongest.
    package let options: [Option]
    /// Why a way that was offered is closed; what to fail with where ``options`` leads nowhere.
    ///
    /// `basicInsecure`, `unsupportedQop`, or `httpAuthentication` for a Digest that cannot be understood.
    package let refusal: PortalError?

    /// Sorts challenges; schemes that the list does not name are left out, and Basic without TLS unless it is allowed.
    package init(
        challenges: [Challenge], at origin: Origin, schemes: [AuthenticationMethod] = Self.preference,
        allowsInsecureBasic: Bool = false
    ) {
        var options: [Option] = []
        var refusals: [PortalError] = []
        for method in schemes {
            let offered = challenges.filter { $0.method == method }
            guard let first = offered.first else { continue }
            switch method {
            case .negotiate: options.append(.negotiate)
            case .ntlm: options.append(.ntlm)
            case .digest: options += Self.digests(in: offered, at: origin, &refusals)
            case .basic where origin.isSecure || allowsInsecureBasic: options += Self.basics(in: offered)
            case .basic: refusals.insert(Self.insecure(first, at: origin), at: 0)
            default: break
            }
        }
        self.options = options
        refusal = refusals.first
    }

    /// The strongest challenge of every realm that can be answered, in the order in which the realms came.
    private static func digests(
        in challenges: [Challenge], at origin: Origin, _ refusals: inout [PortalError]
    ) -> [Option] {
        var realms: [String] = []
        var strongest: [String: DigestChallenge] = [:]
        for challenge in challenges {
            let space = ProtectionSpace(origin: origin, method: .digest, realm: challenge.realm)
            do throws(ChallengeError) {
                let digest = try DigestChallenge(challenge)
                guard digest.qops?.isEmpty != true else {
                    refusals.append(PortalError.unsupportedQop.asked(by: space))
                    continue
                }
                if strongest[digest.realm] == nil { realms.append(digest.realm) }
                // Of equals the server's first stands: it lists what it prefers first (RFC 7616 §3.7).
                if let known = strongest[digest.realm], known.algorithm.hash >= digest.algorithm.hash { continue }
                strongest[digest.realm] = digest
            } catch {
                refusals.append(
                    PortalError(.httpAuthentication, detail: error.detail, underlying: error).asked(by: space))
            }
        }
        return realms.compactMap { strongest[$0].map(Option.digest) }
    }

    private static func basics(in challenges: [Challenge]) -> [Option] {
        var realms: Set<String?> = []
        return challenges.filter { realms.insert($0.realm).inserted }.map {
            .basic(realm: $0.realm, isUTF8: $0["charset"]?.lowercased() == "utf-8")
        }
    }

    private static func insecure(_ challenge: Challenge, at origin: Origin) -> PortalError {
        PortalError(
            .basicInsecure,
            detail: "HTTP Basic would send the password to \(origin) without TLS; use https, or allow it by policy"
        ).asked(by: ProtectionSpace(origin: origin, method: .basic, realm: challenge.realm))
    }
}

extension SchemeChoice.Option {
    /// The scheme.
    package var method: AuthenticationMethod {
        switch self {
        case .negotiate: .negotiate
        case .digest: .digest
        case .ntlm: .ntlm
        case .basic: .basic
        }
    }

    /// The realm; nil where the scheme has none, or Basic came without.
    package var realm: String? {
        switch self {
        case .digest(let challenge): challenge.realm
        case .basic(let realm, _): realm
        case .negotiate, .ntlm: nil
        }
    }

    /// Whether a name and a password are enough to answer.
    package var takesPassword: Bool { SchemeChoice.answeredByPassword.contains(method) }

    /// What the answer would protect at an origin.
    package func space(at origin: Origin) -> ProtectionSpace {
        ProtectionSpace(origin: origin, method: method, realm: realm)
    }
}
