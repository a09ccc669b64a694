internal import JSONValues

/// `query` of a layer: a simple `where`, object ids, counts and pages.
enum QueryEndpoint {
    static func query(_ call: Call) throws(BlueprintError) -> PortalReply {
        try ServicesEndpoint.layer(call, at: call.captures.count - 1) { answer(call, $0) }
    }

    private static func answer(_ call: Call, _ layer: World.Layer) -> PortalReply {
        let ids = call["objectIds"].map { $0.split(separator: ",").compactMap { Int64($0) } }
        guard let condition = WhereClause(call["where"] ?? (ids == nil ? "" : "1=1"), fields: fieldNames(layer)) else {
            return .failure(
                ErrorEnvelope(
                    400, "Cannot perform query. Invalid query parameters.",
                    details: .list(["'where' clause is invalid"])), "query", "the where clause cannot be understood")
        }
        let found = layer.features.filter { feature in
            guard condition.holds(for: feature["attributes"]) else { return false }
            guard let ids, let id = feature["attributes"]?[layer.objectIDField]?.integer else { return ids == nil }
            return ids.contains(id)
        }
        if isTrue(call["returnCountOnly"]) { return .document(["count": .integer(Int64(found.count))]) }
        if isTrue(call["returnIdsOnly"]) {
            let ids = found.compactMap { $0["attributes"]?[layer.objectIDField] }
            return .document([
                "objectIdFieldName": .string(layer.objectIDField), "objectIds": ids.isEmpty ? .null : .array(ids),
            ])
        }
        return .document(page(call, layer, found))
    }

    private static func page(_ call: Call, _ layer: World.Layer, _ found: [JSONValue]) -> JSONValue {
        let offset = max(0, call["resultOffset"].flatMap { Int($0) } ?? 0)
        let limit = min(1000, max(0, call["resultRecordCount"].flatMap { Int($0) } ?? 1000))
        let page = found.dropFirst(offset).prefix(limit)
        let wanted = call["outFields"].map { $0.split(separator: ",").map { $0.filter { $0 != " " } } }
        let fields = (layer.document["fields"]?.array ?? []).filter { field in
            guard let wanted, !wanted.contains("*"), let name = field["name"]?.string else { return true }
            return wanted.contains(name) || name == layer.objectIDField
        }
        let names = Set(fields.compactMap { $0["name"]?.string })
        let features = page.map { feature -> JSONValue in
            var shown = feature
            if let attributes = feature["attributes"]?.object {
                shown["attributes"] = .object(attributes.filter { names.contains($0.key) })
            }
            if call["returnGeometry"] == "false" { shown["geometry"] = nil }
            return shown
        }
        var document: JSONValue = [
            "objectIdFieldName": .string(layer.objectIDField),
            "globalIdFieldName": layer.document["globalIdField"] ?? "",
            "geometryType": layer.document["geometryType"] ?? nil,
            "spatialReference": layer.document["extent"]?["spatialReference"] ?? nil, "fields": .array(fields),
            "features": .array(features),
        ]
        if offset + page.count < found.count { document["exceededTransferLimit"] = true }
        return document
    }

    private static func fieldNames(_ layer: World.Layer) -> [String] {
        (layer.document["fields"]?.array ?? []).compactMap { $0["name"]?.string }
    }

    private static func isTrue(_ text: String?) -> Bool { text?.lowercased() == "true" }
}

/// The little of SQL that a fake layer understands: `1=1` and `FIELD <op> literal`, joined by AND.
struct WhereClause {
    private struct Comparison {
        let left: String
        let symbol: String
        let right: String
        let isText: Bool
    }
    private var comparisons: [Comparison] = []
    private static let symbols = ["<>", ">=", "<=", "=", ">", "<"]

    /// Parses a clause over known fields; nil where it cannot be understood.
    init?(_ text: String, fields: [String]) {
        var rest = text[...]
        guard !rest.allSatisfy(\.isWhitespace) else { return nil }
        while true {
            guard let comparison = Self.comparison(&rest, fields) else { return nil }
            comparisons.append(comparison)
            rest = rest.drop(while: \.isWhitespace)
            if rest.isEmpty { return }
            guard rest.prefix(4).lowercased() == "and " else { return nil }
            rest = rest.dropFirst(4)
        }
    }

    /// Whether it holds for a feature's attributes.
    func holds(for attributes: JSONValue?) -> Bool {
        comparisons.allSatisfy { comparison in
            let member = attributes?.object?.first { $0.key.lowercased() == comparison.left.lowercased() }?.value
            if comparison.isText {
                guard let text = member?.string else { return false }
                return Self.compare(text, comparison.right, comparison.symbol)
            }
            let left = Double(comparison.left) ?? member?.integer.map(Double.init)
            guard let left, let right = Double(comparison.right) else { return false }
            return Self.compare(left, right, comparison.symbol)
        }
    }

    private static func comparison(_ rest: inout Substring, _ fields: [String]) -> Comparison? {
        rest = rest.drop(while: \.isWhitespace)
        let left = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        guard Double(left) != nil || fields.contains(where: { $0.lowercased() == left.lowercased() }) else {
            return nil
        }
        rest = rest.dropFirst(left.count).drop(while: \.isWhitespace)
        guard let symbol = symbols.first(where: { rest.hasPrefix($0) }) else { return nil }
        rest = rest.dropFirst(symbol.count).drop(while: \.isWhitespace)
        guard rest.first == "'" else {
            let right = String(rest.prefix { $0.isNumber || $0 == "." || $0 == "-" })
            guard Double(right) != nil else { return nil }
            rest = rest.dropFirst(right.count)
            return Comparison(left: left, symbol: symbol, right: right, isText: false)
        }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "'") else { return nil }
        let right = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        return Comparison(left: left, symbol: symbol, right: right, isText: true)
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value, _ symbol: String) -> Bool {
        switch symbol {
        case "=": left == right
        case "<>": left != right
        case ">": left > right
        case "<": left < right
        case ">=": left >= right
        default: left <= right
        }
    }
}
