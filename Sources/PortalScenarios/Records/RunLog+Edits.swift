internal import PortalAuthentication
internal import PortalClient

extension RunLog {
    /// Writes down what came of edits, one event for each, as `edited(add 5)`, or `notEdited(update 99 1019)` with the error's code.
    ///
    /// Gives the words between the parentheses.
    func note(_ results: [(kind: String, result: EditResult)], prefix: String = "") -> [String] {
        results.map { kind, result in
            let id = result.objectID.map { "\($0)" } ?? result.globalID
            let parts: [String?] = [kind, id, result.error.map { "\($0.code)" }]
            let words = prefix + parts.compactMap { $0 }.joined(separator: " ")
            note("\(result.isSuccess ? "edited" : "notEdited")(\(words))")
            return words
        }
    }
}
