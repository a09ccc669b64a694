internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import TLSIdentity

/// T23: a wrong password is refused by an error object; the second answer signs in, and nothing is sent twice.
struct WrongPasswordRow: ConformanceRow {
    let id = "T23"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.wrongPasswords == 0 ? "the profile allows no wrong password" : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member else { return .notApplicable("the profile names no member") }
        let isAllowed = context.wrongPasswordsSent.withLock { sent in
            sent += 1
            return sent <= context.profile.wrongPasswords
        }
        guard isAllowed else { return .notApplicable("the profile allows no further wrong password") }
        let wrong = ConformanceProfile.Account(
            username: account.username, password: Secret("wrong-" + Hexadecimal.encode(randomBytes(12))))
        return await context.withClient { client in
            var outcome = RowOutcome()
            client.challengeHandler.change { $0.signIns = [wrong, account] }
            let (_, error) = await client.load(.authenticated)
            let tokens = client.own.filter { $0.endpoint == .generateToken }.admitted
            guard let first = tokens.first else {
                return .notJudged("no token was asked for: \(error.map { "\($0.code)" } ?? "loaded")")
            }
            if first.isSuccess {
                outcome.portal(
                    Endpoint.generateToken.source, "wrong-password-accepted", "a token is issued for a wrong password",
                    expected: "error 400", at: first)
                return outcome
            }
            // ArcGIS Server's own token service says 401 inside of its error object.
            if let code = first.errorCode, code != 400, code != 401 {
                outcome.portal(
                    Endpoint.generateToken.source, "wrong-password-code",
                    "a wrong password is refused with the code \(code)",
                    expected: "error 400", at: first)
            }
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "T23", last: client.own.last)
            guard error == nil else { return outcome }
            if tokens.count != 2 {
                outcome.client(
                    "R12", "token-requests", "it asked for \(tokens.count) tokens",
                    expected: "two: one refused, one issued", at: tokens.last)
            }
            let asked = client.challengeHandler.asked.filter { $0 == .token }
            if asked.count != 2 {
                outcome.client("R11", "challenges", "the user was asked \(asked.count) times", expected: "twice")
            }
            return outcome
        }
    }
}
