internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import PortalTransport

extension RowContext {
    /// F01: a federated server names its portal, the portal's token is exchanged there once, and the server sees only what
    /// that gave (developers.arcgis.com/rest/users-groups-and-items › generate-token, `token` and `serverUrl`).
    func federation() async -> RowOutcome {
        guard let account = profile.member, let service = profile.federatedService.flatMap({ HTTPURL(parsing: $0) })
        else { return .notApplicable("the profile names no federatedService") }
        return await stage { stage in
            var outcome = RowOutcome()
            stage.signIn(account)
            let (_, refusal) = await stage.load(.authenticated)
            noteRefusedMember(stage.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(refusal, rule: "F01", last: stage.own.last)
            guard refusal == nil else { return outcome }
            let error = await stage.ask(service)
            let traffic = FederatedTraffic(stage.own, portal: stage.portal, service: service)
            traffic.checkPortalTokens(&outcome)
            guard let exchange = traffic.exchange(boundTo: profile.referer, &outcome) else { return outcome }
            traffic.checkService(exchange, &outcome)
            outcome.expectLoaded(error, rule: "F01", last: traffic.atService.last)
            // Whether the server accepts the token shows only where it refuses a request without one.
            _ = await stage.look(service)
            let bare = stage.recorder.exchanges.first { $0.isProbe && $0.endpoint == .service && $0.isBare }
            if outcome.findings.isEmpty, bare?.isSuccess == true {
                outcome.notApplicable = "federatedService is open to everybody; name one that needs a token"
            }
            return outcome
        }
    }
}
