internal import JSONValues
internal import PortalClient

/// Edits of one layer as a scenario writes them: features are objects of attributes, with `at: [x, y]` (WGS 84) for a point.
struct EditPlan: Sendable {
    static let keys = ["add", "update", "delete"]

    let edits: FeatureEdits
    /// What is deleted by a condition; nil where ids name it.
    let condition: String?

    init(_ reader: DocumentReader, byGlobalIDs: Bool) throws(DocumentError) {
        let adds = try Self.features("add", reader)
        let updates = try Self.features("update", reader)
        DocumentTrace.note(.text, at: DocumentReader.join(reader.path, "delete"))
        DocumentTrace.note(.list, at: DocumentReader.join(reader.path, "delete"))
        if let text = reader["delete"]?.string {
            condition = text
            edits = FeatureEdits(adds: adds, updates: updates)
            return
        }
        condition = nil
        guard byGlobalIDs else {
            edits = FeatureEdits(adds: adds, updates: updates, deletes: try reader.wholeNumbers("delete"))
            return
        }
        let ids = try reader.list("delete")
        edits = FeatureEdits(byGlobalIDs: adds, updates: updates, deletes: ids.map { $0.string ?? $0.text() })
    }

    private static func features(_ key: String, _ reader: DocumentReader) throws(DocumentError) -> [Feature] {
        var features: [Feature] = []
        for element in try reader.list(key) {
            guard var attributes = element.object else { throw reader.wrongType(key, "a list of features' attributes") }
            var geometry: Geometry?
            if let place = attributes.removeValue(forKey: "at") {
                let written = place.array ?? []
                let numbers = written.compactMap { Double($0.text()) }
                guard numbers.count == 2, written.count == 2 else {
                    throw reader.wrongType(key, "features whose \"at\" is [x, y]")
                }
                geometry = .point(
                    Position(x: numbers[0], y: numbers[1]), SpatialReference(wkid: 4326))
            }
            features.append(Feature(attributes: attributes, geometry: geometry))
        }
        return features
    }
}

extension EditPlan {
    /// The edits of one layer as a message holds them: features as the services write them, with a point in WGS 84.
    static func members(of written: JSONValue) -> JSONValue {
        func features(_ key: String) -> JSONValue? {
            guard let list = written[key]?.array else { return nil }
            return .array(
                list.map { element in
                    var attributes = element.object ?? [:]
                    let place = attributes.removeValue(forKey: "at")?.array ?? []
                    var feature: [String: JSONValue] = ["attributes": .object(attributes)]
                    if place.count == 2 {
                        feature["geometry"] = ["x": place[0], "y": place[1], "spatialReference": ["wkid": 4326]]
                    }
                    return .object(feature)
                })
        }
        var members: [String: JSONValue] = [:]
        members["adds"] = features("add")
        members["updates"] = features("update")
        if let delete = written["delete"] { members[delete.string == nil ? "deletes" : "deleteWhere"] = delete }
        return .object(members)
    }
}
