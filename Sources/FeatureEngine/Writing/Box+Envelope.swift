package import JSONValues

extension Box {
    /// The box as an envelope; that of nothing has the word NaN for its numbers, as ArcGIS writes it.
    package func document(in reference: SpatialReference, decimals: Int? = nil) -> JSONValue {
        let corners = corners(in: reference, decimals: decimals ?? reference.decimals)
        return [
            "xmin": corners[0], "ymin": corners[1], "xmax": corners[2], "ymax": corners[3],
            "spatialReference": reference.document,
        ]
    }

    /// The box as a query with `f=geojson` answers it, with a `bbox` (RFC 7946 §5): GDAL looks for that (ogr/ogrsf_frmts/geojson).
    func geoJSON(in reference: SpatialReference, decimals: Int) -> JSONValue {
        [
            "crs": reference.geoJSON,
            "bbox": .array(corners(in: reference, decimals: decimals)),
        ]
    }

    /// West, south, east and north.
    private func corners(in reference: SpatialReference, decimals: Int) -> [JSONValue] {
        let box = reference.box(of: self)
        guard !box.isEmpty else { return Array(repeating: "NaN", count: 4) }
        return [box.xmin, box.ymin, box.xmax, box.ymax].map { value in
            var text = JSONText()
            text.fixed(value, decimals: decimals)
            return (try? JSONValue(parsing: text.bytes)) ?? .number(value)
        }
    }
}
