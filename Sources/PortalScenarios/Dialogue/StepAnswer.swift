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

    /// What is wrong with a line.
    struct Mistake: Error { let text: String }

    init(parsing line: String, reasons: ReasonMap) throws(Mistake) {
        guard let value = try? JSONValue(parsing: line), value.object != nil else {
            throw Mistake(text: "it is no JSON object: \(Self.shown(line))")
        }
        self.value = value
        if value["event"] != nil {
            guard let text = value["event"]?.string else {
                throw Mistake(text: "event is no text: \(Self.shown(line))")
            }
            event = EventName.normal(text)
        } else {
            event = nil
        }
        id = value["id"].flatMap { if case .integer(let number) = $0 { Int(number) } else { nil } }
        if value["id"] != nil, id == nil { throw Mistake(text: "id is no number: \(Self.shown(line))") }
        isUnsupported = value["unsupported"] == true
        let written = value["outcome"]?.string
        outcome = written.flatMap(ClientOutcome.Kind.init)
        if value["outcome"] != nil, outcome == nil || outcome == .unsupported {
            throw Mistake(text: "outcome is \(written ?? "no text"); it is accepted or refused")
        }
        ownReason = value["reason"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        layers = try ToldLayer.list(value["layers"], reasons: reasons)
        isWaiting = value["waiting"] == true
        reason = outcome == .refused ? reasons.reason(ownReason: ownReason, exitCode: -1, output: "") : nil
    }

    /// The beginning of a line, for a complaint.
    private static func shown(_ line: String) -> String { line.count > 80 ? "\(line.prefix(80))…" : line }
}

extension StepAnswer {
    /// The members of an answer that say nothing of how things stand.
    private static let own: Set = [
        "id", "outcome", "reason", "unsupported", "event", "events", "parallel", "clock", "layers", "waiting",
        "cancelled",
    ]

    /// What it says beyond its outcome, with the keys of `expect.final`.
    var facts: [String: JSONValue] { (value.object ?? [:]).filter { !Self.own.contains($0.key) } }

    /// What it amounts to, in the words of `expect.events`; none for a step that only prepares something.
    func events(of step: Step) -> [String] {
        guard case .openMap(let open) = step else { return event(of: step).map { [$0] } ?? [] }
        guard outcome == .accepted else {
            return outcome == nil ? [] : [reason.map { "notOpened(\($0.rawValue))" } ?? "notOpened"]
        }
        let tried = (layers ?? []).filter { open.hearsFailures || $0.state == .loaded }.compactMap(\.event)
        return tried + (isWaiting ? [] : ["opened"])
    }

    /// What it amounts to, in the words of `expect.events`; nil for a step that only prepares something.
    private func event(of step: Step) -> String? {
        guard let outcome else { return nil }
        if case .retryLayer(_, let title) = step {
            let words = [title, reason?.rawValue].compactMap { $0 }.joined(separator: " ")
            return EventName.normal(outcome == .accepted ? "layer(\(title))" : "layerFailed(\(words))")
        }
        guard outcome == .accepted else { return reason.map { "failed(\($0.rawValue))" } ?? "failed" }
        switch step {
        case .find: return value["found"].map { "found(\($0.text()))" } ?? "found"
        case .thumbnail: return value["image"].map { $0 == "none" ? "noImage" : "image" } ?? "image"
        case .importIdentity: return "imported"
        case .signOut: return "signedOut"
        case .signIn: return value["user"]?.string.map { "signedIn(\($0))" } ?? "signedIn"
        case .identities:
            return value["identities"]?.array.map { "identities(\($0.compactMap(\.string).joined(separator: " ")))" }
        default: return "loaded"
        }
    }
}

extension Step {
    /// Whether its answer must say how it went.
    var hasOutcome: Bool {
        switch self {
        case .connect(let connect): connect.loads
        case .load, .retryLoad, .request, .item, .thumbnail, .find, .signIn, .importIdentity, .identities, .webMap,
            .openMap, .retryLayer:
            true
        default: false
        }
    }

    /// Whether it loads a portal.
    var loads: Bool {
        switch self {
        case .connect, .load, .retryLoad: true
        default: false
        }
    }

    /// The map that it speaks of; nil where that is none.
    var mapName: String? {
        switch self {
        case .webMap(let step): step.name
        case .openMap(let step): step.map
        case .cancelOpening(let map): map
        case .retryLayer(let map, _): map
        default: nil
        }
    }

    /// The portal that it speaks of; nil where that is none in particular.
    var portalName: String? {
        switch self {
        case .connect(let connect): connect.name
        case .load(let name), .retryLoad(let name): name
        default: nil
        }
    }
}
