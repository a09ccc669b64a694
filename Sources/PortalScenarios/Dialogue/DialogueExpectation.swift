internal import JSONValues
package import PortalJudge

/// What is asked of a client that was told the steps: what the scenario expects, as far as the client tells of it.
enum DialogueExpectation {
    /// Notes in the evidence where that is nothing.
    static func expectation(
        of run: RunSetup, _ scenarioPortal: ScenarioPortal, _ dialogue: ClientDialogue, _ evidence: inout Evidence
    ) throws(DocumentError) -> Expectation {
        let told = dialogue.told
        let own = try scenarioPortal.expectation(of: run, declining: told.outcome)
        var expectation = DialogueLoosening.loosened(own, for: run)
        expectation.events = expectation.events?.ofAnyClient.map { $0.asking(dialogue.told) }
        let answered = expectation.events?.compactMap(\.ofAnswers)
        expectation.outcome = outcome(of: expectation, answered)
        if !dialogue.tellsEvents {
            // Events are all that it is about; a client that broke down is told so all the same.
            let isSilent = answered?.isEmpty == true && expectation.events?.isEmpty == false
            if isSilent, expectation.isWithoutRequests, evidence.complaints.isEmpty, evidence.breach == nil {
                evidence.inapplicable = evidence.inapplicable ?? "the client tells no events, and nothing else is asked"
            }
            expectation.events = answered
        }
        var known = told.facts
        known["status"] = told.status.map { .string($0) }
        // What was asked of an item says nothing of a portal that was never loaded.
        if !told.isOfPortal, expectation.final["status"] == "notLoaded" { known["status"] = nil }
        known["reason"] = told.reason.map { .string($0.rawValue) }
        expectation.final = asked(expectation.final, of: .object(known))
        return expectation
    }

    /// The part of an expectation of which the client tells anything.
    private static func asked(_ expected: JSONValue, of known: JSONValue) -> JSONValue {
        var asked: [String: JSONValue] = [:]
        for (key, value) in expected.object ?? [:] {
            guard let told = known[key] else { continue }
            asked[key] = value.object == nil || told.object == nil ? value : self.asked(value, of: told)
        }
        return .object(asked)
    }

    /// Whether a word of `expect.events` is what an answer to a step amounts to.
    static func isAnswer(_ word: String) -> Bool {
        ["loaded", "image", "noImage", "imported", "opened", "popupsFetched", "noPopups", "basemapSwitched"]
            .contains(word)
            || [
                "failed(", "found(", "signedIn(", "identities(", "layer(", "layerFailed(", "notOpened(", "popups(",
                "edited(", "notEdited(", "attachments(", "fetched(",
            ].contains { word.hasPrefix($0) }
    }

    /// How the last answer must be: as the last event that an answer gives, else as the portal stands at the end.
    private static func outcome(of expectation: Expectation, _ answered: [EventPattern]?) -> ClientOutcome? {
        if case .word(let word, _)? = answered?.last {
            // A layer that stays away says nothing of the map, and candidates nothing of what they are for.
            if word.hasPrefix("layerFailed(") || word.hasPrefix("identities(") { return nil }
            if word.hasPrefix("notOpened(") || word == "noPopups" { return ClientOutcome(kind: .refused) }
            // Other edits may have been made.
            if word.hasPrefix("notEdited(") { return ClientOutcome(kind: .accepted) }
            guard word.hasPrefix("failed(") else { return ClientOutcome(kind: .accepted) }
            return ClientOutcome(kind: .refused, reason: Reason(rawValue: String(word.dropFirst(7).dropLast())))
        }
        switch expectation.final["status"]?.string {
        case "loaded": return ClientOutcome(kind: .accepted)
        case "failed":
            return ClientOutcome(
                kind: .refused, reason: expectation.final["reason"]?.string.flatMap(Reason.init(rawValue:)))
        default: return nil
        }
    }
}

extension [EventPattern] {
    /// The same without what the authenticator of the built-in client asks its user and tells it.
    package var ofAnyClient: [EventPattern] { compactMap(\.ofAnyClient) }
}

extension EventPattern {
    fileprivate var ofAnyClient: EventPattern? {
        switch self {
        case .word(let word, _), .optional(let word):
            return word.hasPrefix("asked(") || word.hasPrefix("told(") ? nil : self
        case .anyOrder(let members):
            let kept = members.ofAnyClient
            return kept.isEmpty ? nil : .anyOrder(kept)
        }
    }

    /// The part of it that answers to steps give; nil where that is nothing.
    fileprivate var ofAnswers: EventPattern? {
        switch self {
        case .word(let word, _): DialogueExpectation.isAnswer(word) ? self : nil
        case .optional(let word): DialogueExpectation.isAnswer(word) ? self : nil
        case .anyOrder(let members):
            members.contains { $0.ofAnswers != nil } ? .anyOrder(members.compactMap(\.ofAnswers)) : nil
        }
    }

    /// The same without what a client says nothing of: whether a layer is the basemap's, and whose its server is.
    fileprivate func asking(_ told: ClientDialogue.Told) -> EventPattern {
        switch self {
        case .word(let word, let count): return .word(Self.asked(word, told), count: count)
        case .optional(let word): return .optional(Self.asked(word, told))
        case .anyOrder(let members): return .anyOrder(members.map { $0.asking(told) })
        }
    }

    private static func asked(_ word: String, _ told: ClientDialogue.Told) -> String {
        guard word.hasPrefix("layerFailed("), word.hasSuffix(")") else { return word }
        var words = word.dropLast()
        let hasOwner = words.hasSuffix(" federated")
        if hasOwner { words = words.dropLast(" federated".count) }
        if words.hasSuffix(" base"), !told.tellsBasemap { words = words.dropLast(" base".count) }
        return words + (hasOwner && told.tellsFederation ? " federated)" : ")")
    }
}

extension ClientDialogue {
    /// Whether the client says what happens to it between the answers.
    var tellsEvents: Bool { abilities.events || told.hasOwnEvents }

    /// Fills the evidence with what the client told.
    func fill(_ evidence: inout Evidence, _ ended: ClientProcess.Ended, reasons: ReasonMap) {
        evidence.events = tellsEvents ? told.events : told.answered
        var final = told.facts.mapValues(\.naming)
        final["status"] = told.status.map { .string($0) }
        final["reason"] = told.reason.map { .string($0.rawValue) }
        evidence.final = .object(final)
        evidence.abilities = told.abilities
        if ended.end == .exited(89) { evidence.abilities?.declined = told.abilities.declined ?? told.lastAsked }
        guard evidence.outcome == nil, evidence.complaints.isEmpty, case .exited(let code) = ended.end else { return }
        switch code {
        case 0, 1,
            _ where reasons.knows(exitCode: code) && code != 89:
            evidence.outcome = ClientOutcome(
                kind: code == 0 ? .accepted : .refused, reason: told.outcome?.reason,
                ownReason: told.outcome?.ownReason, written: told.outcome?.kind)
        case 89: evidence.outcome = ClientOutcome(kind: .unsupported)
        default: evidence.breach = reasons.breach(exitCode: code)
        }
    }
}

extension JSONValue {
    /// The value with `none` for every null, as `expect.final` writes it; within objects too, as `portals` is one.
    fileprivate var naming: JSONValue {
        isNull ? "none" : object.map { .object($0.mapValues(\.naming)) } ?? self
    }
}
