internal import JSONValues
internal import MockPortalServer
internal import ScenarioFormat

extension PortalAction {
    /// Checks an action as a scenario writes it; one with placeholders can be read only when the portal runs.
    static func checked(_ value: JSONValue, source: String, path: String) throws(DocumentError) -> JSONValue {
        guard !value.text().contains("{{") else { return value }
        do { _ = try PortalAction(decoding: value, source: source, keyPath: path) } catch {
            // What stands in a blueprint is told by its place there.
            guard !error.keyPath.hasPrefix(path) else { throw error }
            throw error.placed(in: source, at: DocumentReader.join("\(path).set", error.keyPath))
        }
        return value
    }
}
