/// Writes the middle of polygons into an answer, beside or in the place of their geometries.
struct CentroidText {
    let geometry: GeometryColumn
    let reference: SpatialReference
    let decimals: Int
    let grid: QuantizationGrid?

    /// As ArcGIS writes it; `null` where there is none.
    func write(_ row: Int, into text: inout JSONText) {
        guard let place = place(row) else { return text.raw("null") }
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

    /// The cell of a grid that it lies on; nil where there is none.
    func cell(_ row: Int, on grid: QuantizationGrid) -> QuantizedGeometry.Cell? { place(row).map(grid.snapped) }

    /// The middle of a row in the reference of the answer; nil where there is none.
    private func place(_ row: Int) -> Position? {
        guard let middle = geometry.shape(row).flatMap({ Centroid.of(rings: $0.parts) }) else { return nil }
        let place = reference.coordinates(middle.x, middle.y)
        return place.x.isFinite && place.y.isFinite ? place : nil
    }
}
