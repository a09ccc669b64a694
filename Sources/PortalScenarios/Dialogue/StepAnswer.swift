internal import JSONValues
internal import PortalJudge
internal import ScenarioFormat

/// What a client answered to a step, or what it tells by itself.
struct StepAnswer: Sendable {
    /// The step that is answered; nil where the client does not say.
    let id: Int?
    let value: JSONValue
    /// What happened to it, for a line that answers nothing.
    let event: String?
    /// Whether it cannot do the step.
    let isUnsupported: Bool
    let outcome: ClientOutcome.Kind?
    let reason: Reason?
    let ownReason: String?
    /// The layers that it tells of; nil where it tells of none.
    let layers: [ToldLayer]?
    /// Whether a layer has failed and the client waits to be told what to do.
    let isWaiting: Bool
    /// Which of the answers that it was given it would use now, for a line that says that its user is to be asked.
    let question: Int?
    /// How many waits of it last, for a line that tells that.
    let waits: Int?

    init(parsing line: String, reasons: ReasonMap) throws(UnreadableAnswer) {
        guard let value = try? JSONValue(parsing: line), value.object != nil else {
            throw UnreadableAnswer(text: "it is no JSON object: \(Self.shown(line))")
        }
        self.value = value
        if value["event"] != nil {
            guard let text = value["event"]?.string else {
                throw UnreadableAnswer(text: "event is no text: \(Self.shown(line))")
            }
            event = EventName.normal(text)
        } else {
            event = nil
        }
        id = try Self.number("id", of: value, line)
        question = try Self.number("question", of: value, line)
        waits = try Self.number("waits", of: value, line)
        isUnsupported = value["unsupported"] == true
        let written = value["outcome"]?.string
        outcome = written.flatMap(ClientOutcome.Kind.init)
        if value["outcome"] != nil, outcome == nil || outcome == .unsupported {
            throw UnreadableAnswer(text: "outcome is \(written ?? "no text"); it is accepted or refused")
        }
        ownReason = value["reason"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        layers = try ToldLayer.list(value["layers"], reasons: reasons)
        isWaiting = value["waiting"] == true
        reason = outcome == .refused ? reasons.reason(ownReason: ownReason, exitCode: -1, output: "") : nil
    }

    private static func number(_ key: String, of value: JSONValue, _ line: String) throws(UnreadableAnswer) -> Int? {
        guard let written = value[key] else { return nil }
        guard let number = written.integer else {
            throw UnreadableAnswer(text: "\(key) is no number: \(shown(line))")
        }
        return Int(clamping: number)
    }

    /// The beginning of a line, for a complaint.
    private static func shown(_ line: String) -> String { line.count > 80 ? "\(line.prefix(80))…" : line }
}

extension StepAnswer {
    /// The members of an answer that say nothing of how things stand.
    private static let own: Set = [
        "id", "outcome", "reason", "unsupported", "event", "events", "parallel", "clock", "layers", "waiting",
        // Candidates are no store's content, which `expect.final` means by the word.
        "identities", "cancelled", "ignored", "store", "results", "fetched", "question", "waits",
    ]

    /// Whether it says that there is nothing to tell: the step was ended by another one, or had nothing to do.
    var isWithoutOutcome: Bool { value["cancelled"] == true || value["ignored"] == true }

    /// What it says beyond its outcome, with the keys of `expect.final`.
    var facts: [String: JSONValue] { (value.object ?? [:]).filter { !Self.own.contains($0.key) } }
}
