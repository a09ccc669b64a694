internal import PortalAuthentication
internal import PortalClient

/// O09: an access token that has run out is replaced with the refresh token, without a browser.
struct RefreshTokenRow: ConformanceRow {
    let id = "O09"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.application?.refreshToken == nil ? "the profile names no refresh token" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            guard let credential = client.restoredSignIn(of: context.profile.application) else {
                return .notJudged("the profile's refresh token cannot be used as it stands")
            }
            client.environment.credentials.add(credential)
            let (_, error) = await client.load(.authenticated)
            guard outcome.expectGrant("refresh_token", in: client) != nil else { return outcome }
            outcome.expectLoaded(error, rule: "O09", last: client.own.last)
            return outcome
        }
    }
}
