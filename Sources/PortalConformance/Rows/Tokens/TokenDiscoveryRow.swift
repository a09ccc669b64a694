internal import JSONValues
internal import PortalAuthentication

/// T01: the server is asked how it is secured, and its own words are followed.
struct TokenDiscoveryRow: ConformanceRow {
    let id = "T01"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.service == nil ? "the profile names no service" : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let account = context.profile.member,
            let service = context.profile.service.flatMap({ HTTPURL(parsing: $0) })
        else {
            return .notApplicable("the profile names no service")
        }
        return await context.withClient { client in
            var outcome = RowOutcome()
            client.environment.credentials.add(
                TokenCredential(
                    for: service, username: account.username, password: account.password, in: client.environment))
            let error = await client.ask(service)
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            outcome.expectLoaded(error, rule: "T01", last: client.own.last)
            guard let info = client.own.first, info.endpoint == .serverInfo else {
                outcome.client(
                    "R4", "discovery", "it does not ask the server how it is secured before anything else",
                    at: client.own.first)
                return outcome
            }
            if let advertised = info.document?["authInfo"]?["tokenServicesUrl"]?.string,
                let asked = client.own.first(where: { $0.endpoint == .generateToken || $0.formValue("password") != nil }
                ),
                HTTPURL(parsing: advertised)?.withoutQuery != asked.url?.withoutQuery
            {
                outcome.client("R4", "token-url", "it asks for a token elsewhere than where the server says", at: asked)
            }
            if let last = client.own.last, last.endpoint == .service, last.headerToken == nil {
                outcome.client("R3", "no-token", "it does not send the token", at: last)
            }
            return outcome
        }
    }
}
