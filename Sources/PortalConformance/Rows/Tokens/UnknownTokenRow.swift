internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalClient
internal import TLSIdentity

/// T17: a token that was never issued is refused with 498, and the client does not try again.
struct UnknownTokenRow: ConformanceRow {
    let id = "T17"

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            let token = TokenInfo(accessToken: Secret(Hexadecimal.encode(randomBytes(32))))
            guard
                let credential = try? PregeneratedTokenCredential(
                    url: client.portal.rest, tokenInfo: token, referer: context.profile.referer)
            else { return .notJudged("a token could not be made up") }
            client.environment.credentials.add(credential)
            client.challengeHandler.change { $0.signIns = [] }
            let (_, error) = await client.load(.authenticated)
            outcome.noteEnd(error)
            // What a question of TLS stopped was never sent.
            let carried = client.own.filter { $0.headerToken != nil && $0.error == nil }
            guard let last = carried.last else {
                outcome.client("R3", "no-token", "it does not send the token that it was given", at: client.own.last)
                return outcome
            }
            // What stands in front of the portal may ask in between; the same request then goes again.
            let answered = carried.filter { !$0.wasChallenged }
            guard let answer = answered.last else {
                outcome.notJudged = "the token did not come through to the portal: \(last.line)"
                return outcome
            }
            if answer.isSuccess {
                outcome.portal(
                    Endpoint.generateToken.source, "invalid-token-accepted",
                    "a token that was never issued is accepted or ignored", expected: "error 498", at: answer)
            } else if answer.envelope != nil, answer.errorCode != 498 {
                outcome.portal(
                    Endpoint.generateToken.source, "invalid-token-code",
                    "a token that was never issued is refused with another code than 498", expected: "error 498",
                    at: answer)
            }
            if answered.count > 1 {
                outcome.client("R8", "repeated", "a refused token that cannot be renewed is sent again", at: answer)
            }
            if answer.errorCode == 498, error?.isAuthenticationError != true {
                outcome.client(
                    "T17", "reason",
                    "it does not say that authentication is what is missing: \(error.map { "\($0.code)" } ?? "loaded")",
                    at: answer)
            }
            return outcome
        }
    }
}
