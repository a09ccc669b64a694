internal import PortalTransport

/// W01: the data of a public map are read by one bare request, and understood.
struct PublicMapRow: ConformanceRow {
    let id = "W01"

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.publicMap == nil ? "the profile names no maps.public" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let mapID = context.profile.publicMap else { return .notApplicable("the profile names no maps.public") }
        return await context.withClient { client in
            if let outcome = await client.lookAtPublicMap(mapID) { return outcome }
            var outcome = RowOutcome()
            let map = client.webMap(mapID)
            let error = await client.load(map)
            guard let answer = client.data(of: mapID).last else {
                outcome.client("W01", "no-request", "it does not ask for the data of the map", expected: "one request")
                return outcome
            }
            outcome.expectMap(map, error, answer, rule: "W01")
            if answer.envelope != nil, error != nil {
                outcome.notJudged = "the map's item is shared with everybody, and its data are not: \(answer.line)"
            }
            for exchange in client.own where !exchange.isBare && !context.facts.hasWebTier {
                outcome.client("W01", "not-bare", "a question about a public map carries credentials", at: exchange)
            }
            checkNumber(of: client.data(of: mapID), &outcome)
            return outcome
        }
    }

    /// The data are asked for once; redirects, and a challenge that was answered, do not count.
    private func checkNumber(of data: [WireExchange], _ outcome: inout RowOutcome) {
        let asked = data.filter { !($0.response.map { (300..<400).contains($0.status) } ?? false) }
        guard asked.count > 1, !asked.contains(where: { $0.response?.status == 401 }) else { return }
        outcome.client(
            "W01", "requests", "it asked \(asked.count) times for the data of the map", expected: "one request",
            at: asked.last)
    }
}
