package import JSONValues

/// One feature as a resource of its own (developers.arcgis.com, "Feature (Feature Service)").
package enum FeatureDocument {
    /// Attributes and geometry of a row, in a reference.
    package static func make(_ row: Int, of table: FeatureTable, in reference: SpatialReference) -> JSONValue {
        var attributes: [String: JSONValue] = [:]
        for (field, column) in zip(table.fields, table.columns) { attributes[field.name] = column[row].json }
        var feature: [String: JSONValue] = ["attributes": .object(attributes)]
        if let geometry = table.geometry {
            var text = JSONText()
            GeometryText(
                geometry: geometry.projected([row], to: reference), reference: reference, decimals: reference.decimals
            ).esri(row, into: &text)
            var written = (try? JSONValue(parsing: text.bytes)) ?? .null
            written["spatialReference"] = reference.document
            feature["geometry"] = written
        }
        return ["feature": .object(feature)]
    }
}
