internal import JSONValues
internal import PortalAuthentication
internal import PortalClient

/// O18: an application signs in as itself, and there is no user.
struct ApplicationRow: ConformanceRow {
    let id = "O18"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.application?.clientSecret == nil
            ? "the profile names no application with a client secret" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let application = context.profile.application, let secret = application.clientSecret else {
            return .notApplicable("the profile names no application with a client secret")
        }
        return await context.withClient { client in
            var outcome = RowOutcome()
            client.environment.credentials.add(
                OAuthApplicationCredential(
                    portal: client.portal, clientID: application.clientID, clientSecret: secret, in: client.environment)
            )
            let (portal, error) = await client.load(.authenticated)
            guard let grant = outcome.expectGrant("client_credentials", in: client) else { return outcome }
            outcome.expectLoaded(error, rule: "O18", last: client.own.last)
            if grant.document?["username"] != nil {
                outcome.portal(
                    Endpoint.oauthToken.source, "username",
                    "it names a user for an application that signed in as itself", at: grant)
            }
            if error == nil, portal.user != nil, client.own.last?.document?["user"] == nil {
                outcome.client("O18", "user", "it knows a user that the portal did not name", at: client.own.last)
            }
            return outcome
        }
    }
}
