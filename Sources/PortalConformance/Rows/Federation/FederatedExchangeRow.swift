internal import PortalAuthentication
internal import PortalClient

/// F01: a federated server names its portal, the portal's token is exchanged there once, and the server sees only what
/// that gave (developers.arcgis.com/rest/users-groups-and-items › generate-token, `token` and `serverUrl`).
struct FederatedExchangeRow: ConformanceRow {
    let id = "F01"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.federatedService == nil
            ? "the profile names no federatedService: a service that needs a token, on a server of this portal"
            : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member,
            let service = context.profile.federatedService.flatMap({ HTTPURL(parsing: $0) })
        else { return .notApplicable("the profile names no federatedService") }
        return await context.withClient { client in
            var outcome = RowOutcome()
            client.signIn(account)
            let (_, refusal) = await client.load(.authenticated)
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(refusal, rule: "F01", last: client.own.last)
            guard refusal == nil else { return outcome }
            let error = await client.ask(service)
            let traffic = FederatedTraffic(client.own, portal: client.portal, service: service)
            traffic.checkPortalTokens(&outcome)
            guard let exchange = traffic.exchange(boundTo: context.profile.referer, &outcome) else { return outcome }
            traffic.checkService(exchange, &outcome)
            outcome.expectLoaded(error, rule: "F01", last: traffic.atService.last)
            // Whether the server accepts the token shows only where it refuses a request without one.
            _ = await client.look(service)
            let bare = client.recorder.exchanges.first { $0.isProbe && $0.endpoint == .service && $0.isBare }
            if outcome.findings.isEmpty, bare?.isSuccess == true {
                outcome.notApplicable = "federatedService is open to everybody; name one that needs a token"
            }
            return outcome
        }
    }
}
