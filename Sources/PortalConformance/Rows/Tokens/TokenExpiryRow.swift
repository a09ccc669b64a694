internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// T12: once a token has run out it is refused; the client gets another one by itself, once.
struct TokenExpiryRow: ConformanceRow {
    let id = "T12"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.tokenLifetime == nil ? "the profile asks for no short tokenLifetime" : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member, let wanted = context.profile.tokenLifetime else {
            return .notApplicable("the profile asks for no short tokenLifetime")
        }
        // The client's clock stands still, so that it believes in its token until the portal refuses it.
        let time = StandingTimeSource(at: SystemTimeSource().now())
        return await context.withClient(time: time) { client in
            var outcome = RowOutcome()
            client.signIn(account, lifetime: wanted)
            let (_, error) = await client.load(.authenticated)
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "T12", last: client.own.last)
            guard error == nil, outcome.findings.isEmpty,
                let expires = client.own.last(where: { $0.endpoint == .generateToken })?.document?["expires"]?.integer
            else { return outcome }
            let granted = Duration.milliseconds(expires) - .milliseconds(time.now().milliseconds)
            guard granted <= wanted + .seconds(120) else {
                return .notApplicable(
                    "the portal granted \(granted.components.seconds / 60) min where \(wanted.components.seconds / 60) min were asked for"
                )
            }
            let before = client.own.count
            do { try await context.plan.options.pause(max(.zero, granted) + .seconds(20)) } catch {
                return .notJudged("the wait was cancelled")
            }
            let late = await client.ask(client.resource("portals", "self"))
            judgeRenewal(client.own.dropFirst(before).admitted, late, &outcome)
            return outcome
        }
    }

    /// The expired token is refused, and one new token and one repeated request follow.
    private func judgeRenewal(_ after: [WireExchange], _ error: PortalError?, _ outcome: inout RowOutcome) {
        outcome.noteEnd(error, success: "answered")
        guard let first = after.first else { return outcome.client("T12", "silent", "it asked nothing") }
        guard !first.wasChallenged else {
            outcome.notJudged = "the request after the wait did not come through to the portal: \(first.line)"
            return
        }
        if first.isSuccess {
            outcome.portal(
                Endpoint.generateToken.source, "expired-token-accepted",
                "a token is accepted after the moment that its own expires names", expected: "error 498", at: first)
            return
        }
        if let code = first.errorCode, code != 498 {
            outcome.portal(
                Endpoint.generateToken.source, "expired-token-code",
                "an expired token is refused with the code \(code)", expected: "error 498", at: first)
        }
        let tokens = after.filter { $0.endpoint == .generateToken }
        let replays = after.filter { $0.endpoint == .portalSelf }.dropFirst()
        if tokens.count != 1 || replays.count != 1 {
            outcome.client(
                "R8", "renewal", "it renewed \(tokens.count) times and repeated the request \(replays.count) times",
                expected: "once each", at: after.last)
        } else {
            outcome.expectLoaded(error, rule: "R8", last: after.last)
        }
    }
}
