internal import JSONValues
internal import PortalTransport

extension HTTPRequest {
    /// The same without a parameter of its query.
    func without(query name: String) -> HTTPRequest {
        guard url.count > bare.count else { return self }
        let kept = url.dropFirst(bare.count + 1).split(separator: "&").filter { !$0.hasPrefix(name + "=") }
        return with { $0.url = bare + "?" + kept.joined(separator: "&") }
    }
}

extension HTTPResponse {
    /// An answer with the first of its groups of related records.
    var withFirstGroupOnly: HTTPResponse {
        guard var document, let groups = document["relatedRecordGroups"]?.array else { return self }
        document["relatedRecordGroups"] = .array(Array(groups.prefix(1)))
        return with(document)
    }

    /// An answer whose multipoints have one place each.
    var withFirstPlaceOnly: HTTPResponse {
        document.map { with($0.changing("points") { .array(Array(($0.array ?? []).prefix(1))) }) } ?? self
    }

    /// A quantized answer as a client reads it that does not add steps up: the steps between its steps.
    var withStepsAsCells: HTTPResponse {
        guard let document, document["transform"] != nil else { return self }
        let lists = { (value: JSONValue) in JSONValue.array((value.array ?? []).map(\.stepsOfSteps)) }
        return with(
            document.changing("points") { $0.stepsOfSteps }.changing("paths", lists).changing("rings", lists))
    }
}

extension JSONValue {
    /// The same document with every member of a name changed, wherever that stands.
    fileprivate func changing(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        switch self {
        case .array(let elements): .array(elements.map { $0.changing(name, change) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { key, value in
                        (key, key == name ? change(value) : value.changing(name, change))
                    }))
        default: self
        }
    }

    /// A list of pairs, each less the one before.
    fileprivate var stepsOfSteps: JSONValue {
        var last: (Int64, Int64) = (0, 0)
        return .array(
            (array ?? []).map { pair in
                let (x, y) = (pair.array?.first?.integer ?? 0, pair.array?.last?.integer ?? 0)
                defer { last = (x, y) }
                return [.integer(x - last.0), .integer(y - last.1)]
            })
    }
}
