internal import HTTPSemantics
internal import PortalAuthentication
internal import PortalClient

/// N14: where a nonce has become stale, the same request goes with the new one, and the user is not asked.
struct StaleNonceRow: ConformanceRow {
    let id = "N14"

    func unmetNeed(in context: RowContext) -> String? {
        context.missingWebTier("Digest")
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            let (_, error) = await client.load(.anonymous)
            guard error == nil else {
                outcome.notJudged = "the portal refused: \(error.map { "\($0.code)" } ?? "")"
                return outcome
            }
            for _ in 0..<2 { _ = await client.ask(client.resource("info"), as: .anonymous) }
            let isStale: (WireExchange) -> Bool = { exchange in
                exchange.challenges.contains { $0.method == .digest && $0["stale"]?.lowercased() == "true" }
            }
            let stale = client.own.filter { $0.httpScheme == "digest" && isStale($0) }
            guard let last = stale.last else {
                return .notApplicable("no nonce of this portal became stale in three requests")
            }
            if client.challengeHandler.asked.count > 1 {
                outcome.client(
                    "R16", "asked-again", "the user was asked again because a nonce was stale",
                    expected: "no question", at: last)
            }
            if client.own.last.map({ $0.isSuccess }) != true {
                outcome.client(
                    "R16", "stale-loop", "a stale nonce ended the request",
                    expected: "the same request with the new nonce", at: client.own.last)
            }
            return outcome
        }
    }
}
