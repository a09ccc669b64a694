/// An item that everybody may read.
///
/// The catalogue has no such row.
struct PublicItemRow: ConformanceRow {
    let id = "public-item"
    let title = "public item"
    let requirement = "An item that is shared with everybody is read without signing in."

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.publicItem == nil ? "the profile names no public item" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let itemID = context.profile.publicItem else { return .notApplicable("the profile names no public item") }
        return await context.withClient { client in
            var outcome = RowOutcome()
            let error = await client.loadItem(itemID)
            guard let answer = client.own.last(where: { $0.endpoint == .item }) else { return outcome }
            if answer.envelope != nil {
                outcome.notJudged = "the item is not there, or not shared with everybody: \(answer.line)"
                return outcome
            }
            outcome.expectLoaded(error, rule: "public-item", last: answer)
            for exchange in client.own where !exchange.isBare && !context.facts.hasWebTier {
                outcome.client(
                    "public-item", "not-bare", "a question about a public item carries credentials", at: exchange)
            }
            outcome.expectItem(itemID, in: answer)
            return outcome
        }
    }
}
