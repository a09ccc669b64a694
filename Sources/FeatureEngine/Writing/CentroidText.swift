/// Writes the middle of polygons into an answer, beside or in the place of their geometries.
struct CentroidText {
    let geometry: GeometryColumn
    let reference: SpatialReference
    let decimals: Int
    let grid: QuantizationGrid?

    /// As ArcGIS writes it; `null` where there is none.
    func write(_ row: Int, into text: inout JSONText) {
        guard let middle = geometry.shape(row).flatMap({ Centroid.of(rings: $0.parts) }) else {
            return text.raw("null")
        }
        let place = reference.coordinates(middle.x, middle.y)
        if let grid {
            return QuantizedGeometryText(geometry: geometry, reference: reference, grid: grid)
                .write(place: place, into: &text)
        }
        text.raw("{\"x\":")
        text.fixed(place.x, decimals: decimals)
        text.raw(",\"y\":")
        text.fixed(place.y, decimals: decimals)
        text.raw("}")
    }
}
