internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues

/// Reads the parameters of edits.
struct EditReader {
    let parameters: QueryParameters
    /// Whether features are named by global ids.
    let usesGlobalIDs: Bool

    /// Reads how features are named; throws where it is by global ids and a layer has none.
    init(_ parameters: QueryParameters, of layers: [PortalContent.Layer]) throws(ParameterProblem) {
        try self.init(parameters, usesGlobalIDs: try parameters.flag("useGlobalIds"), of: layers)
    }

    /// The same where it is known how features are named.
    init(
        _ parameters: QueryParameters, usesGlobalIDs: Bool, of layers: [PortalContent.Layer]
    ) throws(ParameterProblem) {
        self.parameters = parameters
        self.usesGlobalIDs = usesGlobalIDs
        guard usesGlobalIDs, let layer = layers.first(where: { $0.document["supportsApplyEditsWithGlobalIds"] != true })
        else { return }
        throw ParameterProblem(
            "useGlobalIds", "layer \(layer.id) does not take edits by global ids; leave it out and name object ids")
    }

    /// The features of a parameter; none where it is absent.
    func features(_ name: String) throws(ParameterProblem) -> [JSONValue] {
        guard let text = parameters[name] else { return [] }
        return try features(try Self.json(text, name, as: "list of features"), name)
    }

    /// The JSON of a parameter, in which no object has a member twice: one of the two would be lost (RFC 8259 §4).
    static func json(_ text: String, _ name: String, as wanted: String) throws(ParameterProblem) -> JSONValue {
        do {
            return try JSONValue(parsingDocument: Array(text.utf8))
        } catch {
            throw ParameterProblem(name, "is no JSON \(wanted): \(error)")
        }
    }

    /// Throws where an object has a member that is none of those which are known; `path` says where the object is.
    static func allow(
        _ known: [String], of members: [String: JSONValue], _ path: String
    ) throws(ParameterProblem) {
        guard let unknown = members.keys.sorted().first(where: { !known.contains($0) }) else { return }
        throw ParameterProblem(
            "\(path).\(unknown.prefix(60))", "is not known; there are \(known.joined(separator: ", "))")
    }

    /// The features of a list; none where there is no list.
    func features(_ list: JSONValue?, _ name: String) throws(ParameterProblem) -> [JSONValue] {
        var references = NamedReferences(in: "one list")
        return try features(list, name, &references)
    }

    /// The same for one of several lists, which name so many spatial references together.
    func features(
        _ list: JSONValue?, _ name: String, _ references: inout NamedReferences
    ) throws(ParameterProblem) -> [JSONValue] {
        guard let features = list?.array else { throw ParameterProblem(name, "is no JSON list of features") }
        guard features.count <= LayerEdits.maximum else {
            throw ParameterProblem(name, "more than \(LayerEdits.maximum) features")
        }
        do throws(DataProblem) {
            try references.note(of: features)
        } catch {
            throw ParameterProblem(name, "\(error.path) \(error.problem)")
        }
        return features
    }

    /// Ids of features, separated by commas or as a JSON list; none where the parameter is absent.
    func targets(_ name: String) throws(ParameterProblem) -> [LayerEdits.Target] {
        guard let text = parameters[name] else { return [] }
        return try targets(text, name)
    }

    /// Ids of features in a text, or in a list of numbers or texts.
    func targets(_ value: JSONValue, _ name: String) throws(ParameterProblem) -> [LayerEdits.Target] {
        if let text = value.string { return try targets(text, name) }
        guard let list = value.array else { throw ParameterProblem(name, "is no list of ids") }
        guard list.count <= LayerEdits.maximum else {
            throw ParameterProblem(name, "more than \(LayerEdits.maximum) values; ask in several requests")
        }
        var targets: [LayerEdits.Target] = []
        for element in list { targets.append(try target(element.string ?? element.text(), name)) }
        return targets
    }

    private func targets(_ text: String, _ name: String) throws(ParameterProblem) -> [LayerEdits.Target] {
        var text = text.trimming(while: \.isWhitespace)
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        var targets: [LayerEdits.Target] = []
        for word in try QueryParameters.list(of: text, name, atMost: LayerEdits.maximum) {
            targets.append(try target(String(word), name))
        }
        return targets
    }

    private func target(_ word: String, _ name: String) throws(ParameterProblem) -> LayerEdits.Target {
        guard usesGlobalIDs else {
            guard let id = Int64(word) else { throw ParameterProblem(name, "\"\(word.prefix(40))\" is no object id") }
            return .objectID(id)
        }
        let bare =
            word.count > 1 && word.first == "\"" && word.last == "\"" ? String(word.dropFirst().dropLast()) : word
        guard let id = GlobalID(bare) else { throw ParameterProblem(name, "\"\(word.prefix(60))\" is no global id") }
        return .globalID(id)
    }
}
