internal import HTTPSemantics
internal import PortalClient
internal import PortalJudge
internal import PortalTransport

/// N01 and N08: a bare request is challenged, and the same one with credentials gets in.
struct WebTierPasswordRow: ConformanceRow {
    /// The scheme that the portal is to offer.
    enum Scheme { case basic, digest }

    private let scheme: Scheme

    init(_ scheme: Scheme) { self.scheme = scheme }

    var id: String {
        switch scheme {
        case .basic: "N01"
        case .digest: "N08"
        }
    }

    private var method: AuthenticationMethod {
        switch scheme {
        case .basic: .basic
        case .digest: .digest
        }
    }

    func unmetNeed(in context: RowContext) -> String? {
        context.missingWebTier(scheme == .basic ? "Basic" : "Digest")
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            let own = client.own
            outcome.findings += challengeDefects(own)
            guard let challenged = own.first(where: { !$0.challenges.isEmpty }) else {
                outcome.notJudged = "the portal did not ask again: \(own.last?.line ?? "nothing was sent")"
                return outcome
            }
            if !challenged.isBare {
                outcome.client("R14", "not-bare", "credentials were sent before anybody asked", at: challenged)
            }
            guard let answered = own.first(where: { $0.httpScheme != nil }) else {
                outcome.client(
                    "R15", "no-answer", "it does not answer the challenge", expected: method.description, at: challenged
                )
                return outcome
            }
            if let refused = own.last, refused.response?.status == 401, refused.httpScheme != nil {
                outcome.notJudged = "the web tier refuses accounts.webTier: \(refused.line)"
                return outcome
            }
            if answered.httpScheme != Self.preferred(challenged.challenges) {
                return .notApplicable(
                    "the portal offers a stronger scheme, which the client took: \(answered.httpScheme ?? "")")
            }
            guard answered.httpScheme == method.description else {
                return .notApplicable(
                    "the client took \(answered.httpScheme ?? "another scheme"), which the portal offers too")
            }
            outcome.expectLoaded(error, rule: id, last: own.last)
            if client.challengeHandler.asked.count != 1 {
                outcome.client(
                    "R14", "challenges", "the user was asked \(client.challengeHandler.asked.count) times",
                    expected: "once")
            }
            if scheme == .digest { checkDigest(answered, challenged, &outcome) }
            return outcome
        }
    }

    /// The scheme that is to be taken among those that are offered (rule R15).
    private static func preferred(_ challenges: [Challenge]) -> String? {
        [AuthenticationMethod.digest, .basic].first { method in challenges.contains { $0.method == method } }?
            .description
    }

    /// RFC 7616 §3.4 on what the client answered.
    private func checkDigest(_ answered: WireExchange, _ challenged: WireExchange, _ outcome: inout RowOutcome) {
        guard let value = answered.request.headers.first(named: "Authorization"),
            let words = Authorization(fieldValue: value), let digest = try? DigestAuthorization(words)
        else {
            outcome.client("R16", "unreadable", "its Digest answer cannot be read", at: answered)
            return
        }
        let offered = challenged.challenges.filter { $0.method == .digest && $0["nonce"] == digest.nonce }
        guard !offered.isEmpty else {
            outcome.client("R16", "nonce", "it answers with a nonce that was not offered", at: answered)
            return
        }
        // Challenges of several algorithms may share a nonce; each has words of its own (RFC 7616 §3.7).
        let algorithm = digest.algorithm ?? .md5
        guard let taken = offered.first(where: { (try? DigestChallenge($0))?.algorithm == algorithm }) else {
            outcome.client("R16", "algorithm", "it answers with an algorithm that was not offered", at: answered)
            return
        }
        if digest.realm != taken.realm {
            outcome.client("R16", "realm", "it answers for another realm than was asked", at: answered)
        }
        if taken["opaque"] != digest.opaque {
            outcome.client("R16", "opaque", "it does not return the opaque value", at: answered)
        }
        if taken["qop"] != nil, digest.nonceCount?.text != "00000001" || digest.cnonce?.isEmpty != false {
            outcome.client(
                "R16", "count", "its first answer does not count from 1 with a client nonce", expected: "nc=00000001",
                at: answered)
        }
    }

    /// What RFC 7616 §3.3 and RFC 7617 §2 ask of challenges.
    private func challengeDefects(_ own: [WireExchange]) -> [Finding] {
        for exchange in own {
            for challenge in exchange.challenges {
                if challenge.method == .basic, challenge.realm == nil {
                    return [
                        Departure.portal(source: "RFC 7617 §2").finding(
                            "challenge", "its Basic challenge names no realm", expected: "realm", at: exchange)
                    ]
                }
                guard challenge.method == .digest else { continue }
                do {
                    _ = try DigestChallenge(challenge)
                } catch {
                    return [
                        Departure.portal(source: "RFC 7616 §3.3").finding(
                            "challenge", "its Digest challenge is not well-formed: \(error)", at: exchange)
                    ]
                }
            }
        }
        return []
    }
}
