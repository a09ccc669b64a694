internal import HTTPSemantics
internal import Platform
internal import PortalJudge

/// The gate for Basic, Digest, Negotiate and NTLM of a web server in front of the portal.
struct WebAuthenticationGate {
    let rules: Blueprint.WebAuthentication
    let memory: WebTierMemory
    let accounts: [String: Secret<String>]
    let path: String
    /// What Negotiate and NTLM need of the request.
    let windows: WindowsRequest

    /// Judges the `Authorization` fields of a request; nil where there are none but a bearer token's.
    func judge(_ fields: [String], of request: DigestGate.Request) -> HTTPCredentialsJudgement? {
        guard let field = fields.first else { return nil }
        guard fields.count == 1, let authorization = Authorization(fieldValue: field) else {
            guard var found = Journal.Authorization.unjudged(field, verdict: .malformed) else { return nil }
            found.verdict = .malformed
            _ = memory.takeSignIn(over: windows.memory)
            let reason =
                fields.count == 1 ? "Authorization cannot be read" : "there are \(fields.count) Authorization fields"
            return HTTPCredentialsJudgement(authorization: found, reason: reason)
        }
        if authorization.method == AuthenticationMethod("bearer") { return nil }
        let exchange = rules.windows.map {
            WindowsExchange(
                windows: $0, memory: memory, accounts: admitted, request: windows,
                pending: memory.takeSignIn(over: windows.memory))
        }
        switch authorization.method {
        case .basic: return judgeBasic(authorization)
        case .digest where offers(.digest):
            let gate = DigestGate(rules: rules, memory: memory, accounts: admitted, path: path)
            return gate.judge(authorization, of: request)
        case .ntlm where exchange != nil && offers(.ntlm):
            return exchange.map { judgeNTLM(authorization, $0) }
        case .negotiate where exchange != nil && offers(.negotiate):
            return exchange.map { judgeNegotiate(authorization, $0) }
        case let method:
            guard let found = Journal.Authorization.unjudged(field, verdict: .unasked) else { return nil }
            let isOffered = rules.challenges.contains { $0.scheme.rawValue.lowercased() == method.description }
            var judgement = HTTPCredentialsJudgement(
                authorization: found,
                reason: "\(found.scheme) is \(isOffered ? "offered, but never answered right" : "not offered")")
            if isOffered { judgement.authorization.verdict = .wrong }
            return judgement
        }
    }

    private func judgeBasic(_ authorization: Authorization) -> HTTPCredentialsJudgement {
        // The pair names no realm; it is meant for the one that the path lies in.
        let offered = rules.challenges.first { $0.scheme == .basic }
        func judgement(
            _ verdict: Journal.Authorization.Verdict, _ reason: String, _ credentials: BasicCredentials?
        ) -> HTTPCredentialsJudgement {
            HTTPCredentialsJudgement(
                authorization: .init(
                    scheme: "basic", username: credentials?.displayName, verdict: verdict,
                    realm: offered.map { rules.realm(of: $0, for: path) }),
                reason: reason)
        }
        guard let credentials = authorization.token68.flatMap({ BasicCredentials(token68: $0) }) else {
            return judgement(.malformed, "it is no user name and password in base 64", nil)
        }
        guard let offer = offered else {
            return judgement(.unasked, "Basic is not offered", credentials)
        }
        let account = admitted.first {
            BasicCredentials.matches(credentials.username, $0.key, isUTF8: offer.isUTF8)
        }
        guard let account else { return judgement(.wrong, "no account of that name is let in", credentials) }
        let isRight = account.value.reveal {
            BasicCredentials.matches(credentials.password, $0, isUTF8: offer.isUTF8)
        }
        guard isRight else { return judgement(.wrong, "wrong password for \(account.key)", credentials) }
        var right = judgement(.right, "right password for \(account.key)", credentials)
        right.authorization.username = account.key
        return right
    }

    /// The accounts that may get in.
    var admitted: [String: Secret<String>] {
        guard let users = rules.users else { return accounts }
        return accounts.filter { users.contains($0.key) }
    }

    private func offers(_ scheme: Blueprint.WebAuthentication.Offer.Scheme) -> Bool {
        rules.challenges.contains { $0.scheme == scheme }
    }
}

extension WebAuthenticationGate {
    /// What a 401 asks for.
    struct Demand {
        let fields: [HeaderField]
        /// The challenges in the journal's words.
        let words: [String]?
        /// Alias of the nonce that it hands out.
        let nonce: String?
    }

    /// The challenges of a 401, all Digest ones with the same new nonce, as RFC 7616 §3.9.1 shows it.
    ///
    /// The challenge of Negotiate tells why the last token was refused, where that is known.
    func demand(isStale: Bool, at time: Int64, errorToken: String? = nil) -> Demand {
        guard !rules.isBare else { return Demand(fields: [], words: nil, nonce: nil) }
        let nonce = offers(.digest) ? memory.nonces.withLock { $0.issue(at: time) } : nil
        let challenges = rules.challenges.map { offer in
            if offer.scheme == .negotiate, let errorToken {
                return Challenge(scheme: offer.scheme.rawValue, token68: errorToken).description
            }
            return challenge(offer, nonce: nonce?.text ?? "", isStale: isStale).description
        }
        let values = rules.isOneLine ? [challenges.joined(separator: ", ")] : challenges
        return Demand(
            fields: values.map { HeaderField("WWW-Authenticate", $0) }, words: rules.challenges.map(\.words),
            nonce: nonce?.alias)
    }

    private func challenge(
        _ offer: Blueprint.WebAuthentication.Offer, nonce: String, isStale: Bool
    ) -> Challenge {
        let realm = Challenge.Parameter("realm", rules.realm(of: offer, for: path))
        switch offer.scheme {
        case .negotiate, .ntlm: return Challenge(scheme: offer.scheme.rawValue)
        case .bearer: return Challenge(scheme: offer.scheme.rawValue, parameters: [realm])
        case .basic:
            let charset = offer.isUTF8 ? [Challenge.Parameter("charset", "UTF-8")] : []
            return Challenge(scheme: offer.scheme.rawValue, parameters: [realm] + charset)
        case .digest:
            var parameters = [realm, Challenge.Parameter("nonce", nonce)]
            func add(_ name: String, _ token: String) {
                parameters.append(Challenge.Parameter(name, token, isQuoted: false))
            }
            if isStale { add("stale", "true") }
            if let algorithm = offer.algorithm { add("algorithm", algorithm) }
            if !offer.qop.isEmpty {
                let qop = offer.qop.map(\.rawValue).joined(separator: ",")
                parameters.append(Challenge.Parameter("qop", qop))
            }
            if let opaque = memory.opaque(of: offer) { parameters.append(Challenge.Parameter("opaque", opaque)) }
            if offer.isUTF8 { add("charset", "UTF-8") }
            if offer.hashesUserNames { add("userhash", "true") }
            return Challenge(scheme: offer.scheme.rawValue, parameters: parameters)
        }
    }

    /// What a 401 says in the middle of an exchange: only how it goes on.
    func demand(continuing judgement: HTTPCredentialsJudgement) -> Demand {
        let scheme = rules.challenges.first { $0.scheme.rawValue.lowercased() == judgement.authorization.scheme }
        return Demand(fields: judgement.reply, words: scheme.map { [$0.scheme.rawValue] }, nonce: nil)
    }

    /// The page of the 401: IIS's where it offers what IIS offers, else Apache's.
    var page: WebServerPage { offers(.negotiate) || offers(.ntlm) ? .iisUnauthorized : .apacheUnauthorized }
}

extension Blueprint.WebAuthentication.Offer {
    /// The challenge in the journal's words.
    fileprivate var words: String { scheme == .digest ? "Digest \(algorithm ?? "MD5")" : scheme.rawValue }
}
