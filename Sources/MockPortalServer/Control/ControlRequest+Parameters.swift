internal import HTTPSemantics
internal import JSONValues

/// The parameters of a query, read as they are declared.
struct ControlValues {
    fileprivate(set) var numbers: [String: Int] = [:]
    fileprivate(set) var texts: [String: String] = [:]
    fileprivate(set) var truths: [String: Bool] = [:]
}

extension ControlRequest {
    /// Reads the query; a parameter that is not declared, or comes twice, is a mistake.
    func values(_ parameters: [ControlParameter]) throws(DocumentError) -> ControlValues {
        var found = ControlValues()
        var names: Set<String> = []
        for entry in query.entries {
            guard let parameter = parameters.first(where: { $0.name == entry.name }) else {
                throw DocumentError(
                    .unknownKey, source: "query", keyPath: String(entry.name.prefix(60)),
                    problem: "is not a known parameter", allowed: parameters.map(\.name).sorted(), written: entry.name)
            }
            guard names.insert(entry.name).inserted else {
                throw DocumentError(.wrongType, source: "query", keyPath: entry.name, problem: "was given twice")
            }
            let shown = "\"\(entry.value.prefix(60))\""
            switch parameter.kind {
            case .number(let range):
                let digits = entry.value.utf8
                guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(entry.value),
                    range.contains(number)
                else {
                    throw DocumentError(
                        .wrongType, source: "query", keyPath: entry.name,
                        problem: "\(shown) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
                }
                found.numbers[entry.name] = number
            case .text:
                guard (1...ControlParameter.longest).contains(entry.value.unicodeScalars.count) else {
                    throw DocumentError(
                        .wrongType, source: "query", keyPath: entry.name,
                        problem: "\(shown) is not a text of 1 to \(ControlParameter.longest) characters")
                }
                found.texts[entry.name] = entry.value
            case .truth:
                guard entry.value == "true" || entry.value == "false" else {
                    throw DocumentError(
                        .unknownValue, source: "query", keyPath: entry.name, problem: "\(shown) is not true or false",
                        allowed: ["true", "false"], written: entry.value)
                }
                found.truths[entry.name] = entry.value == "true"
            }
        }
        return found
    }

    /// The body as a document with the keys that are declared.
    func reader(_ body: ControlBody) throws(DocumentError) -> DocumentReader {
        try DocumentReader(document(), source: "body", keys: body.keys.map(\.name))
    }
}
