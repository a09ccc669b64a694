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
        return await context.stage { stage in
            var outcome = RowOutcome()
            stage.signIn(account)
            let (_, error) = await stage.load(.authenticated)
            context.noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "L06", last: stage.own.last)
            guard error == nil else { return outcome }
            let before = stage.own.count
            _ = await stage.environment.authentication.signOut()
            outcome.events.append("signedOut")
            if stage.environment.credentials.credential(for: stage.portal.rest) != nil {
                outcome.client("R24", "store", "a credential is left in the store after signing out")
            }
            _ = await stage.load(.anonymous)
            let after = stage.own.dropFirst(before).filter { $0.endpoint == .portalSelf }
            for exchange in after where exchange.headerToken != nil {
                outcome.client(
                    "R24", "token-after-sign-out", "it sends a token after signing out", expected: "a bare request",
                    at: exchange)
            }
            return outcome
        }
    }
}
