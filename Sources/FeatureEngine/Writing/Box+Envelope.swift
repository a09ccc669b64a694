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
        guard !isEmpty else { return Array(repeating: "NaN", count: 4) }
        let low = reference.coordinates(xmin, ymin)
        let high = reference.coordinates(xmax, ymax)
        return [low.x, low.y, high.x, high.y].map { value in
            var text = JSONText()
            text.fixed(value, decimals: decimals)
            return (try? JSONValue(parsing: text.bytes)) ?? .number(value)
        }
    }
}
