internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

extension ClientAbilities {
    /// What a command did or declined.
    init(of outcome: ClientOutcome.Kind, asked: String) {
        switch outcome {
        case .accepted: self.init(did: [asked])
        case .unsupported: self.init(declined: asked)
        case .refused: self.init()
        }
    }

    /// A task by everything that a command can tell from another before it begins: what it is given, and the kind of portal.
    static func task(_ values: [String: String], at run: RunSetup) -> String {
        let names = values.keys.filter { $0 != "PORTAL_SCENARIO" && $0 != "PORTAL_TASK" }.sorted()
        let schemes = ["PORTAL_URL", "PORTAL_SERVICE_URL", "PORTAL_OAUTH_REDIRECT_URI"].compactMap { name in
            values[name].map { String($0.prefix { $0 != ":" }).lowercased() }
        }
        let words = [values["PORTAL_TASK"] ?? "", names.joined(separator: " "), schemes.joined(separator: " ")]
        return words.joined(separator: ", ") + ", \(run.situation)"
    }

    /// A step by its members, not their values, what the user would answer meanwhile, and the kind of portal.
    ///
    /// Of `answers` one may have been given to each of the steps that came `after` they were told.
    static func step(
        _ members: [String: JSONValue], answers: JSONValue? = nil, after steps: Int = 0, at run: RunSetup
    ) -> String {
        let name = members["step"]?.string ?? ""
        let others = members.filter { !["id", "step", "scenario"].contains($0.key) }
        let user = answers.map { ", with answers \(shape($0, under: "answers")) told \(steps) steps before" } ?? ""
        return "\(name) \(shape(.object(others)))\(user), \(run.situation)"
    }

    /// Members whose values are words of the contract, and say what is asked.
    private static let words: Set = [
        "kind", "of", "challenges", "handlers", "pages", "answer", "failures", "layers", "method", "authenticated",
        "load", "act", "to", "trust", "answers",
    ]

    private static func shape(_ value: JSONValue, under key: String? = nil) -> String {
        if let key, words.contains(key), value.object == nil, value.array == nil { return value.text() }
        if let members = value.object {
            let shown = members.sorted { $0.key < $1.key }.map { "\($0.key)\(shape($0.value, under: $0.key))" }
            return "{\(shown.joined(separator: " "))}"
        }
        guard let elements = value.array else { return "" }
        return "[\(Set(elements.map { shape($0, under: key) }).sorted().joined(separator: " "))]"
    }
}

extension RunSetup {
    /// The kind of portal: its preset, and what the scenario changes of it, by name.
    var situation: String {
        let changes = (overlay.object ?? [:]).keys.sorted().joined(separator: " ")
        return "preset \(preset)" + (changes.isEmpty ? "" : " with other \(changes)")
    }
}
