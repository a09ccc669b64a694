internal import JSONValues

/// What a scenario file has below the key that names a step.
struct StepReader {
    /// The key.
    let name: String
    /// The object that holds the key alone, for a step whose argument is one value.
    let outer: DocumentReader

    /// The file that the step comes from.
    var source: String { outer.source }
    /// Where the step's argument stands in it.
    var path: String { "\(outer.path).\(name)" }
    /// The argument as it is written; null where there is none.
    var value: JSONValue { outer[name] ?? .null }

    /// The argument as an object with the given keys; nothing is as good as an empty one.
    func object(_ keys: [String]) throws(DocumentError) -> DocumentReader {
        DocumentTrace.note(.null, at: path)
        return try DocumentReader(value.isNull ? .object([:]) : value, source: source, path: path, keys: keys)
    }

    /// Makes sure that nothing is written below the key.
    func expectNothing() throws(DocumentError) { _ = try object([]) }

    /// The argument as a text; throws where it is none.
    func text() throws(DocumentError) -> String {
        guard let text = try outer.text(name) else { throw outer.missing(name) }
        return text
    }

    /// The steps below a key of the argument, one at least.
    func steps(_ value: JSONValue, at path: String) throws(DocumentError) -> [any ScenarioStep] {
        DocumentTrace.note(.shape("step"), at: path)
        DocumentTrace.note(.list, at: path, besideShape: true)
        DocumentTrace.note(.shape("step"), at: "\(path)[]")
        let steps = try StepTable.list(value, source: source, path: path)
        guard !DocumentMistakes.areCollected || value.array?.isEmpty != false else { return steps }
        guard !steps.isEmpty else {
            throw DocumentError(
                .wrongType, source: source, keyPath: path, problem: "holds no step: say what is to be done")
        }
        return steps
    }
}

extension DocumentReader {
    /// The name of the portal that a step is about. Default: `portal`.
    func portalName() throws(DocumentError) -> String { try text("portal") ?? "portal" }

    /// The name of the map that a step is about. Default: `map`.
    func mapName() throws(DocumentError) -> String { try text("map") ?? "map" }

    /// A text that must be there, and may name something.
    func required(_ key: String, naming kind: DocumentReference.Kind? = nil) throws(DocumentError) -> String {
        let found = if let kind { try name(key, of: kind) } else { try text(key) }
        guard let text = found else { throw missing(key) }
        return text
    }
}
