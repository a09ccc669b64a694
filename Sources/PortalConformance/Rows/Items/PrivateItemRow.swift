internal import Platform

/// An item that strangers may not read: refused by an error object, then read by the member.
///
/// The catalogue has no such row.
struct PrivateItemRow: ConformanceRow {
    let id = "private-item"
    let title = "private item"
    let requirement =
        "A private item is refused to a stranger by an error object, and read by a member who may read it, with a token that is sent in a header."

    func unmetNeed(in context: RowContext) -> String? {
        context.profile.privateItem == nil ? "the profile names no private item" : nil
    }

    func check(_ context: RowContext) async -> RowOutcome {
        guard let itemID = context.profile.privateItem else {
            return .notApplicable("the profile names no private item")
        }
        return await context.withClient { client in
            var outcome = RowOutcome()
            let item = client.resource("content", "items", itemID)
            if !context.facts.hasWebTier, let look = await client.look(item) {
                if look.isSuccess {
                    outcome.portal(
                        Endpoint.item.source, "private-item-shown", "it shows a private item to a stranger",
                        expected: "an error object", at: look)
                } else if let code = look.errorCode, ![400, 403, 498, 499].contains(code) {
                    outcome.portal(
                        Endpoint.item.source, "refusal-code", "it refuses a stranger with the code \(code)",
                        expected: "403 (GWM_0003), 400 (CONT_0001) or 499", at: look)
                }
            }
            guard let account = context.profile.member, !context.memberIsRefused.withLock({ $0 }),
                context.facts.isTokenBased != false
            else {
                if outcome.findings.isEmpty, context.facts.hasWebTier {
                    return .notApplicable("the profile names no member who could read it")
                }
                return outcome
            }
            client.signIn(account)
            let error = await client.loadItem(itemID)
            context.noteRefusedMember(client.own, &outcome)
            guard outcome.notJudged == nil, let answer = client.own.last(where: { $0.endpoint == .item }) else {
                return outcome
            }
            if answer.errorCode == 403 || answer.errorCode == 400 {
                outcome.notJudged = "the profile's member may not read it: \(answer.line)"
                return outcome
            }
            outcome.expectLoaded(error, rule: "private-item", last: answer)
            if answer.headerToken == nil {
                outcome.client("R3", "no-token", "the question about a private item carries no token", at: answer)
            }
            outcome.expectItem(itemID, in: answer)
            return outcome
        }
    }
}
