internal import JSONValues
internal import PortalClient
internal import PortalTransport

/// C01: one bare request, and no user is signed in.
struct AnonymousConnectRow: ConformanceRow {
    let id = "C01"

    func unmetNeed(in context: RowContext) -> String? {
        let facts = context.facts
        if facts.hasWebTier { return "the web tier asks everybody for \(gates(facts)): no request is anonymous" }
        return facts.strangers.hasPrefix("error") && facts.access != "public"
            ? "the portal refuses strangers: \(facts.strangers)" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        await context.withClient { client in
            var outcome = RowOutcome()
            let (portal, error) = await client.load(.anonymous)
            let own = client.own
            outcome.expectLoaded(error, rule: "C01", last: own.last)
            for exchange in own where !exchange.isBare {
                outcome.client("C01", "not-bare", "an anonymous request carries credentials", at: exchange)
            }
            let asked = own.filter { !($0.response.map { (300..<400).contains($0.status) } ?? false) }
            if asked.count != 1 {
                outcome.client(
                    "C01", "requests", "an anonymous load took \(asked.count) requests", expected: "one", at: asked.last
                )
            }
            if let answer = own.last, answer.isSuccess, answer.document?["user"] != nil {
                outcome.portal(
                    Endpoint.portalSelf.source, "user", "it shows a user to a stranger", expected: "no member user",
                    at: answer)
            } else if portal.user != nil {
                outcome.client("C01", "user", "it knows a user that the portal did not name", at: own.last)
            }
            return outcome
        }
    }

    /// What the web tier asks for.
    private func gates(_ facts: PortalFacts) -> String {
        facts.gates.isEmpty ? "a client certificate" : facts.gates.joined(separator: ", ")
    }
}
