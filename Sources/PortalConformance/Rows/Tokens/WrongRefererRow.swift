internal import PortalAuthentication
internal import PortalClient

/// T20: a token that is bound to one referer is no good under another.
struct WrongRefererRow: ConformanceRow {
    let id = "T20"

    func unmetNeed(in context: RowContext) -> String? {
        context.facts.hasWebTier ? "the web tier signs in, not the token alone" : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member else { return .notApplicable("the profile names no member") }
        return await context.withClient { client in
            var outcome = RowOutcome()
            let given = TokenCredential(
                for: client.portal.rest, username: account.username, password: account.password, in: client.environment)
            let token: TokenInfo
            do throws(PortalError) {
                token = try await given.tokenInfo()
            } catch {
                context.noteRefusedMember(client.own, &outcome)
                outcome.notJudged = outcome.notJudged ?? "no token was issued: \(error.code)"
                return outcome
            }
            let before = client.own.count
            guard
                let elsewhere = try? PregeneratedTokenCredential(
                    url: client.portal.rest, tokenInfo: token, referer: "https://elsewhere.invalid/")
            else { return .notJudged("the token holds a line break") }
            client.environment.credentials.add(elsewhere)
            let (_, error) = await client.load(.authenticated)
            outcome.noteEnd(error)
            let asked = client.own.dropFirst(before).filter { $0.endpoint == .portalSelf }
            guard let answer = asked.last else {
                return .notJudged("nothing was asked: \(error.map { "\($0.code)" } ?? "loaded")")
            }
            if answer.isSuccess {
                outcome.portal(
                    Endpoint.generateToken.source, "referer-not-enforced",
                    "a token that is bound to a referer is accepted under another one", expected: "error 498",
                    at: answer)
            } else if asked.count > 1 {
                outcome.client("R8", "repeated", "a bound token that was refused is sent again", at: answer)
            }
            return outcome
        }
    }
}
