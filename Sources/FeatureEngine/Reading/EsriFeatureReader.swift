package import JSONValues

/// Reads features that stand in a service document as ArcGIS writes them.
package enum EsriFeatureReader {
    /// Makes a table of them; the layer document says what the fields and the geometry are.
    package static func read(
        _ features: [JSONValue], document: [String: JSONValue], objectIDField: String, reference: SpatialReference,
        bound: ReadingBound = .none
    ) throws(DataProblem) -> FeatureTable {
        var fields = (document["fields"]?.array ?? []).compactMap { Field($0) }
        for field in fields {
            do { try bound.check(name: field.name, of: "a field") } catch { throw error.within("fields") }
        }
        if !fields.contains(where: { $0.name == objectIDField }) {
            fields.insert(Field(name: objectIDField, type: .objectID), at: 0)
        }
        fields = fields.map { $0.name == objectIDField ? $0.asObjectID : $0 }
        let features = features.prefix(bound.features)
        try bound.check(values: features.count * fields.count)
        do { try EsriGeometry.checkReferences(of: features) } catch { throw error.within("features") }
        let objectIDIndex = fields.firstIndex { $0.name == objectIDField } ?? 0
        var columns = fields.map { Column($0.type.storage) }
        let kind = document["geometryType"]?.string.flatMap { GeometryKind(rawValue: $0) }
        var geometry = kind.map { GeometryColumn($0) }
        var known: Set<Int64> = []
        for (index, feature) in features.enumerated() {
            do {
                guard let attributes = feature["attributes"]?.object else {
                    throw DataProblem("is missing, or no object", at: "attributes")
                }
                guard let id = attributes[objectIDField]?.integer, known.insert(id).inserted else {
                    throw DataProblem("is missing, no whole number, or there twice", at: "attributes.\(objectIDField)")
                }
                for (position, field) in fields.enumerated() {
                    do {
                        columns[position].append(try field.value(from: attributes[field.name] ?? .null))
                    } catch {
                        throw error.within("attributes.\(field.name)")
                    }
                }
                guard let kind else { continue }
                do {
                    geometry?.append(try EsriGeometry.shape(feature["geometry"] ?? .null, kind: kind, in: reference))
                } catch {
                    throw error.within("geometry")
                }
            } catch let problem as DataProblem {
                throw problem.within("features[\(index)]")
            } catch {
                throw DataProblem("cannot be read", at: "features[\(index)]")
            }
        }
        return FeatureTable(fields: fields, objectIDIndex: objectIDIndex, columns: columns, geometry: geometry)
    }
}

extension Field {
    /// The same field as one of object ids, whatever type its document says: their range is that of this type alone.
    fileprivate var asObjectID: Field {
        guard type != .objectID else { return self }
        return Field(name: name, type: .objectID, overrides: document["alias"].map { ["alias": $0] } ?? [:])
    }
}
