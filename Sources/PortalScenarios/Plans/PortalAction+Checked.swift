internal import JSONValues
internal import MockPortalServer
internal import ScenarioFormat

extension PortalAction {
    /// Checks an action as a scenario writes it; what stands in the place of placeholders is known only when the portal runs.
    static func checked(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> JSONValue {
        DocumentTrace.note(.shape("action"), at: path)
        let sample = Placeholders.sample.filled(value) { _ in "a-token" }
        try DocumentMistakes.mapping(
            { error in
                // What stands in a blueprint is told by its place there.
                guard !error.keyPath.hasPrefix(path) else { return error }
                return error.placed(in: source, at: DocumentReader.join("\(path).set", error.keyPath))
            },
            { () throws(DocumentError) in _ = try PortalAction(decoding: sample, source: source, keyPath: path) })
        return value
    }
}
