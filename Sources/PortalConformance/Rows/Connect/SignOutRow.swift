internal import PortalAuthentication
internal import PortalClient

/// L06: the stores are empty afterwards, and the next request is bare.
struct SignOutRow: ConformanceRow {
    let id = "L06"

    func unmetNeed(in context: RowContext) -> String? {
        context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member else { return .notApplicable("the profile names no member") }
        return await context.withClient { client in
            var outcome = RowOutcome()
            client.signIn(account)
            let (_, error) = await client.load(.authenticated)
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "L06", last: client.own.last)
            guard error == nil else { return outcome }
            let before = client.own.count
            _ = await client.environment.authentication.signOut()
            outcome.events.append("signedOut")
            if client.environment.credentials.credential(for: client.portal.rest) != nil {
                outcome.client("R24", "store", "a credential is left in the store after signing out")
            }
            _ = await client.load(.anonymous)
            let after = client.own.dropFirst(before).filter { $0.endpoint == .portalSelf }
            for exchange in after where exchange.headerToken != nil {
                outcome.client(
                    "R24", "token-after-sign-out", "it sends a token after signing out", expected: "a bare request",
                    at: exchange)
            }
            return outcome
        }
    }
}
