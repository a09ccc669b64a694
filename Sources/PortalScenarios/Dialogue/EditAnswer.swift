internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// What a client tells of edits: one result each, `{"kind": "add", "id": 5}`, with `layer` where several were edited at once
/// and `error` where it was not made (developers.arcgis.com › Apply edits, `addResults`: `objectId`, `success`, `error.code`).
enum EditAnswer {
    /// The words of each result, and whether it was made.
    private static func results(_ answer: StepAnswer) -> [(isMade: Bool, words: String)] {
        (answer.value["results"]?.array ?? []).map { result in
            let parts = ["layer", "kind", "id", "error"].compactMap { key in
                result[key].flatMap { $0.isNull ? nil : $0.string ?? $0.text() }
            }
            return (result["error"] == nil, parts.joined(separator: " "))
        }
    }

    /// What happened, as `expect.events` writes it: `edited(add 5)`, `notEdited(update 99 1019)`.
    @Sendable static func events(_ answer: StepAnswer) -> [String] {
        guard answer.outcome == .accepted else {
            return answer.outcome == nil ? [] : [answer.reason.map { "failed(\($0.rawValue))" } ?? "failed"]
        }
        var events = results(answer).map { EventName.normal("\($0.isMade ? "edited" : "notEdited")(\($0.words))") }
        if let fetched = answer.value["fetched"] { events.append("fetched(\(fetched.text()))") }
        if let found = answer.value["attachments"]?.array { events.append("attachments(\(found.count))") }
        return events
    }

    /// Keeps the results as `expect.final` has them.
    @Sendable static func note(_ answer: StepAnswer, _ dialogue: ClientDialogue) {
        let words = results(answer).map { JSONValue.string($0.words) }
        if !words.isEmpty { dialogue.told.facts["edits"] = .array(words) }
    }
}
