internal import JSONValues

extension RowOutcome {
    /// Notes an answer that is another item than the one that was asked for.
    mutating func expectItem(_ id: String, in answer: WireExchange) {
        guard let document = answer.document, answer.isSuccess, let found = document["id"]?.string, found != id else {
            return
        }
        portal(
            Endpoint.item.source, "other-item", "it answers with another item than was asked for", at: answer)
    }
}
