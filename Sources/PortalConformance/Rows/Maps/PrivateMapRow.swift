internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalTransport

/// W02: strangers are refused, and the member reads the map with a token.
struct PrivateMapRow: ConformanceRow {
    let id = "W02"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.privateMap == nil ? "the profile names no maps.private" : context.missingMember
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let mapID = context.profile.privateMap, let account = context.profile.member else {
            return .notApplicable("the profile names no maps.private, or no member")
        }
        return await context.withClient { client in
            var outcome = RowOutcome()
            if !context.facts.hasWebTier {
                await lookAsStranger(client.resource("content", "items", mapID, "data"), client, &outcome)
            }
            client.signIn(account)
            let map = client.webMap(mapID)
            let error = await client.load(map)
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil else { return outcome }
            guard let answer = client.data(of: mapID).last else {
                if let refusal = error, client.own.last?.isSuccess != true {
                    outcome.notJudged = "signing in failed: \(refusal.code)"
                } else {
                    outcome.client("W02", "no-request", "it does not ask for the data of the map", at: client.own.last)
                }
                return outcome
            }
            if answer.headerToken == nil {
                outcome.client(
                    "R3", "no-token", "the question about a private map carries no token",
                    expected: "X-Esri-Authorization: Bearer", at: answer)
            } else if answer.request.headers.first(named: "Referer") != context.profile.referer {
                outcome.client("R6", "referer", "it does not send the referer that the token is bound to", at: answer)
            } else if answer.errorCode == 403 || answer.errorCode == 400 {
                outcome.notJudged = "the profile's member may not read the map: \(answer.line)"
            } else {
                outcome.expectMap(map, error, answer, rule: "W02")
            }
            return outcome
        }
    }

    /// Strangers may see nothing, and are told so by an error object.
    private func lookAsStranger(_ url: HTTPURL, _ client: RowClient, _ outcome: inout RowOutcome) async {
        guard let look = await client.look(url) else { return }
        if look.isSuccess {
            outcome.portal(
                Endpoint.item.source, "private-map-shown", "it shows the data of a private map to a stranger",
                expected: "an error object", at: look)
        } else if let code = look.errorCode, ![400, 403, 498, 499].contains(code) {
            outcome.portal(
                Endpoint.item.source, "refusal-code", "it refuses a stranger with the code \(code)",
                expected: "403 (GWM_0003), 400 (CONT_0001) or 499", at: look)
        }
    }
}
