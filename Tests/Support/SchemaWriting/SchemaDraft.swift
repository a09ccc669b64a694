package import JSONValues

/// JSON Schemas (draft 2020-12) made of what readers ask of documents.
///
/// A shape is described once and referred to, as a step inside steps. What readers take by code alone, such as the words of a
/// line, is a text here: a schema may accept what a reader refuses, and never refuses what a reader takes.
package struct SchemaDraft {
    /// What stands at one place.
    final class Node {
        var facts: Set<DocumentTrace.Fact> = []
        var children: [String: Node] = [:]
        var element: Node?
    }
    private var shapes: [String: Node] = [:]
    private let descriptions: [String: [String: String]]
    /// Whether a text such as `${case}` may stand for any value, as in scenarios.
    private let takesPlaceholders: Bool

    /// Takes traces; the root of each is the shape of its name. Descriptions are by shape and path.
    package init(
        _ traces: [(root: String, trace: DocumentTrace)], descriptions: [String: [String: String]],
        takesPlaceholders: Bool = false
    ) {
        self.descriptions = descriptions
        self.takesPlaceholders = takesPlaceholders
        for (root, trace) in traces {
            for (place, facts) in trace.facts {
                node(place.shape.isEmpty ? root : place.shape, place.path).facts.formUnion(facts)
            }
        }
        for (name, node) in shapes { mergeNames(of: node, name) }
    }

    private mutating func node(_ shape: String, _ path: String) -> Node {
        var node = shapes[shape] ?? Node()
        shapes[shape] = node
        for part in Self.parts(of: path) {
            if part == "[]" {
                let next = node.element ?? Node()
                node.element = next
                node = next
            } else {
                let next = node.children[part] ?? Node()
                node.children[part] = next
                node = next
            }
        }
        return node
    }

    private static func parts(of path: String) -> [String] {
        path.replacing("[]", with: ".[]").split(separator: ".").map(String.init)
    }

    /// Makes one child `*` of those that have names of their writer's choice.
    private func mergeNames(of node: Node, _ shape: String) {
        if node.facts.contains(.map) {
            let all = Node()
            for child in node.children.values { Self.merge(child, into: all) }
            node.children = ["*": all]
        }
        for child in node.children.values { mergeNames(of: child, shape) }
        if let element = node.element { mergeNames(of: element, shape) }
    }

    private static func merge(_ node: Node, into other: Node) {
        other.facts.formUnion(node.facts)
        for (name, child) in node.children {
            let next = other.children[name] ?? Node()
            other.children[name] = next
            merge(child, into: next)
        }
        if let element = node.element {
            let next = other.element ?? Node()
            other.element = next
            merge(element, into: next)
        }
    }

    /// The schema of documents of a shape, with the shapes that it refers to.
    package func schema(of root: String, title: String, description: String) -> JSONValue {
        var needed: [String] = []
        var document = schema(root, "", shapes[root] ?? Node(), root: root, &needed)
        var definitions: [String: JSONValue] = [:]
        while let name = needed.first(where: { definitions[$0] == nil }) {
            definitions[name] = schema(name, "", shapes[name] ?? Node(), root: root, &needed)
        }
        document["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        document["title"] = .string(title)
        document["description"] = .string(description)
        if document["properties"] != nil {
            document["properties"]?["$schema"] = ["type": "string", "description": "The JSON Schema of this file."]
        }
        if !definitions.isEmpty { document["$defs"] = .object(definitions) }
        return document
    }

    private func schema(
        _ shape: String, _ path: String, _ node: Node, root: String, _ needed: inout [String]
    ) -> JSONValue {
        var choices: [JSONValue] = []
        var isTextOnly = true
        if node.facts.contains(.any) {
            choices = []
        } else {
            for fact in node.facts.sorted(by: { "\($0)" < "\($1)" }) {
                switch fact {
                case .text, .wordsOrText, .duration, .words: break
                default: isTextOnly = false
                }
                choices += self.choices(fact, root, &needed)
            }
            if let list = list(shape, path, node, root, &needed) { choices.append(list) }
            if let object = object(shape, path, node, root, &needed) {
                isTextOnly = false
                choices.append(object)
            }
            let hasText = choices.contains(["type": "string"])
            if takesPlaceholders, shape != root || !path.isEmpty, !choices.isEmpty, !hasText,
                !isTextOnly || node.facts.contains(where: \.isChecked)
            {
                choices.append(["type": "string", "pattern": #"\$\{|\{\{"#])
            }
        }
        var schema: JSONValue =
            switch choices.count {
            case 0: [:]
            case 1: choices[0]
            default: ["anyOf": .array(choices)]
            }
        if let text = description(shape, path) { schema["description"] = .string(text) }
        return schema
    }

    /// What is said of a place, or of every key that is called so.
    private func description(_ shape: String, _ path: String) -> String? {
        descriptions[shape]?[path]
            ?? path.split(separator: ".").last.flatMap { path.hasSuffix("]") ? nil : descriptions[shape]?["**.\($0)"] }
    }

    private func choices(_ fact: DocumentTrace.Fact, _ root: String, _ needed: inout [String]) -> [JSONValue] {
        switch fact {
        case .text: return [["type": "string"]]
        case .truth: return [["type": "boolean"]]
        case .whole(let bounds):
            return [
                [
                    "type": "integer", "minimum": .integer(Int64(bounds.lowerBound)),
                    "maximum": .integer(Int64(bounds.upperBound)),
                ]
            ]
        case .number: return [["type": "number"]]
        case .duration: return [["type": "string", "pattern": "^([0-9]+(ms|s|m|h|d|w))+$"]]
        case .words(let words): return [["enum": .array(words.map { .string($0) })]]
        case .wordsOrText(let words): return [["enum": .array(words.map { .string($0) })], ["type": "string"]]
        case .wordList(let words):
            var item: JSONValue = ["enum": .array(words.map { .string($0) })]
            if takesPlaceholders { item = ["anyOf": [item, ["type": "string", "pattern": #"\$\{|\{\{"#]]] }
            return [["type": "array", "items": item]]
        case .texts: return [["type": "string"], ["type": "array", "items": ["type": "string"]]]
        case .shape(let name):
            if name != root, !needed.contains(name) { needed.append(name) }
            return [["$ref": .string(name == root ? "#" : "#/$defs/\(name)")]]
        case .null: return [["type": "null"]]
        case .list, .object, .map, .onlyOne, .required, .any: return []
        }
    }

    private func list(
        _ shape: String, _ path: String, _ node: Node, _ root: String, _ needed: inout [String]
    ) -> JSONValue? {
        guard node.facts.contains(.list) else { return nil }
        var list: JSONValue = ["type": "array"]
        if let element = node.element { list["items"] = schema(shape, path + "[]", element, root: root, &needed) }
        return list
    }

    private func object(
        _ shape: String, _ path: String, _ node: Node, _ root: String, _ needed: inout [String]
    ) -> JSONValue? {
        let keys = node.facts.compactMap { fact -> [String]? in if case .object(let keys) = fact { keys } else { nil } }
        let isOpen = node.facts.contains(.object(nil)) && keys.isEmpty
        guard !keys.isEmpty || isOpen || node.facts.contains(.map) else { return nil }
        var object: JSONValue = ["type": "object"]
        func member(_ name: String) -> JSONValue {
            let place = path.isEmpty ? name : "\(path).\(name)"
            return schema(shape, place, node.children[name] ?? Node(), root: root, &needed)
        }
        if node.facts.contains(.map) {
            object["additionalProperties"] = member("*")
            return object
        }
        let names = isOpen ? Array(node.children.keys) : Array(Set(keys.flatMap { $0 }))
        object["properties"] = .object(Dictionary(names.map { ($0, member($0)) }, uniquingKeysWith: { $1 }))
        if !isOpen { object["additionalProperties"] = false }
        let required = names.filter { node.children[$0]?.facts.contains(.required) == true }.sorted()
        if !required.isEmpty { object["required"] = .array(required.map { .string($0) }) }
        if node.facts.contains(.onlyOne) {
            object["minProperties"] = 1
            object["maxProperties"] = 1
        }
        return object
    }

    /// The keys that a reader knows and asks nothing of, and the descriptions that are missing or of nothing, as `shape:path`.
    package var gaps: (unasked: [String], undescribed: [String], stale: [String]) {
        var places: Set<String> = []
        var unasked: [String] = []
        for (shape, node) in shapes { walk(shape, "", node, &places, &unasked) }
        let undescribed = places.filter { place in
            let parts = place.split(separator: ":", maxSplits: 1).map(String.init)
            return description(parts[0], parts[1]) == nil
        }
        var stale: [String] = []
        for (shape, texts) in descriptions where shapes[shape] != nil {
            for path in texts.keys {
                let isUsed =
                    path.hasPrefix("**.")
                    ? places.contains {
                        $0.hasPrefix("\(shape):")
                            && ($0.hasSuffix(path.dropFirst(2)) || $0 == "\(shape):\(path.dropFirst(3))")
                    }
                    : places.contains("\(shape):\(path)")
                if !isUsed { stale.append("\(shape):\(path)") }
            }
        }
        return (unasked.sorted(), undescribed.sorted(), stale.sorted())
    }

    private func walk(
        _ shape: String, _ path: String, _ node: Node, _ places: inout Set<String>, _ unasked: inout [String]
    ) {
        let keys = node.facts.flatMap { fact -> [String] in if case .object(let keys?) = fact { keys } else { [] } }
        // What is asked of an object that cannot have it, as of a host what only the portal has, is no key.
        for key in keys.isEmpty ? Set(node.children.keys) : Set(keys) {
            let place = path.isEmpty ? key : "\(path).\(key)"
            if key != "*" { places.insert("\(shape):\(place)") }
            guard let child = node.children[key], !child.facts.subtracting([.required]).isEmpty else {
                unasked.append("\(shape):\(place)")
                continue
            }
            walk(shape, place, child, &places, &unasked)
        }
        if let element = node.element { walk(shape, path + "[]", element, &places, &unasked) }
    }
}

extension DocumentTrace.Fact {
    /// Whether a text in its place would be refused.
    fileprivate var isChecked: Bool {
        switch self {
        case .duration, .words: true
        default: false
        }
    }
}
