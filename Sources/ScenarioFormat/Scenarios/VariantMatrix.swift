package import JSONValues

/// The variants of a scenario: every combination of the values of its axes is a run.
package struct VariantMatrix: Sendable {
    /// One axis, as `tls` with `1.2` and `1.3`.
    struct Axis: Sendable {
        let name: String
        let values: [JSONValue]
    }
    /// One combination: a value per axis.
    package struct Variant: Sendable {
        let values: [(name: String, value: JSONValue)]

        /// The combination as text, as `[tls=1.3,api=legacy]`; empty where there is no axis.
        package var text: String {
            guard !values.isEmpty else { return "" }
            let words = values.map { pair in
                "\(pair.name)=\(pair.value["name"]?.string ?? pair.value.string ?? pair.value.text())"
            }
            return "[\(words.joined(separator: ","))]"
        }

        /// The value of an axis, or of a member of it as `case.code`.
        package func value(of path: String) -> JSONValue? {
            let steps = path.split(separator: ".").map(String.init)
            guard let first = steps.first, let found = values.first(where: { $0.name == first })?.value else {
                return nil
            }
            return steps.dropFirst().reduce(found) { value, step in value?[step] }
        }
    }

    let axes: [Axis]

    init(_ value: JSONValue?, interface: Scenario.Interface, source: String) throws(DocumentError) {
        var axes: [Axis] = []
        let reader = try DocumentReader(value ?? .object([:]), source: source, path: "variants", keys: nil)
        for name in reader.keys {
            let values = try reader.list(name)
            guard !values.isEmpty else { throw reader.wrongType(name, "a list with at least one value") }
            if name == "api" { try Self.check(interfaces: values, beside: interface, source: source) }
            axes.append(Axis(name: name, values: values))
        }
        if interface == .both { axes.append(Axis(name: "api", values: ["modern", "legacy"])) }
        let bound = 1000
        let count = axes.reduce(1) { min($0, bound + 1) * min($1.values.count, bound + 1) }
        guard count <= bound else {
            throw DocumentError(
                .wrongType, source: source, keyPath: "variants",
                problem:
                    "\(axes.map { String($0.values.count) }.joined(separator: " × ")) runs are more than \(bound); "
                    + "write several scenarios")
        }
        self.axes = axes
        var texts: Set<String> = []
        for variant in combinations where !texts.insert(variant.text).inserted {
            throw DocumentError(
                .wrongType, source: source, keyPath: "variants",
                problem: "two runs are called \(variant.text); give each value a name of its own")
        }
    }

    /// The values of the axis `api` say which interface is driven.
    private static func check(
        interfaces values: [JSONValue], beside interface: Scenario.Interface, source: String
    ) throws(DocumentError) {
        guard interface != .both else {
            throw DocumentError(
                .wrongType, source: source, keyPath: "variants.api",
                problem: "stands beside \"api: both\", which is this axis already; take one of both away")
        }
        let known: [Scenario.Interface] = [.modern, .legacy]
        for (index, value) in values.enumerated()
        where !known.contains(where: { $0.rawValue == value.string }) {
            throw DocumentError(
                .unknownValue, source: source, keyPath: "variants.api[\(index)]",
                problem: "\(DocumentReader.shown(value)) is no interface", allowed: known.map(\.rawValue),
                written: value.string)
        }
    }

    package var combinations: [Variant] {
        var found: [[(String, JSONValue)]] = [[]]
        for axis in axes { found = found.flatMap { start in axis.values.map { start + [(axis.name, $0)] } } }
        return found.map { Variant(values: $0.map { (name: $0.0, value: $0.1) }) }
    }
}

extension VariantMatrix {
    /// Whether a variant's list may take the place of one element of a list.
    package func movesElements(of values: [JSONValue]) -> Bool {
        axes.contains {
            $0.values.contains { $0.array != nil || $0.object?.values.contains { $0.array != nil } == true }
        }
            && values.contains(where: Self.holdsPlaceholder)
    }

    /// Whether a list in a value has an element that is one placeholder.
    private static func holdsPlaceholder(_ value: JSONValue) -> Bool {
        switch value {
        case .array(let elements):
            elements.contains { $0.string?.hasPrefix("${") == true || holdsPlaceholder($0) }
        case .object(let members): members.values.contains(where: holdsPlaceholder)
        default: false
        }
    }
}

extension VariantMatrix.Variant {
    /// Puts the variant's values where `${name}` stands; throws where no such variant is.
    package func applied(to value: JSONValue, source: String, path: String) throws(DocumentError) -> JSONValue {
        switch value {
        case .string(let text): return try applied(to: text, source: source, path: path)
        case .array(let elements):
            var found: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                let value = try applied(to: element, source: source, path: "\(path)[\(index)]")
                // A list that stands alone in a list takes the place of the line that named it.
                if case .array(let inner) = value, element.string != nil { found += inner } else { found.append(value) }
            }
            return .array(found)
        case .object(let members):
            var found: [String: JSONValue] = [:]
            for (key, member) in members {
                found[key] = try applied(to: member, source: source, path: DocumentReader.join(path, key))
            }
            return .object(found)
        default: return value
        }
    }

    private func applied(to text: String, source: String, path: String) throws(DocumentError) -> JSONValue {
        var rest = Substring(text)
        var result = ""
        while let dollar = rest.firstIndex(of: "$") {
            let after = rest.index(after: dollar)
            guard after < rest.endIndex, rest[after] == "{", let end = rest[after...].firstIndex(of: "}") else {
                result += rest[...dollar]
                rest = rest[after...]
                continue
            }
            let name = String(rest[rest.index(after: after)..<end])
            guard let value = self.value(of: name) else {
                throw DocumentError(
                    .unknownValue, source: source, keyPath: path, problem: "\"${\(name)}\" is no variant",
                    allowed: values.map(\.name), written: name)
            }
            if dollar == text.startIndex, text.index(after: end) == text.endIndex { return value }
            result += rest[..<dollar] + (value.string ?? value.text())
            rest = rest[text.index(after: end)...]
        }
        return .string(result + rest)
    }
}
