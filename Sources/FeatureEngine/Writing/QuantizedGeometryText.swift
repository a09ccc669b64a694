/// Writes geometries as whole numbers on a grid: the first vertex of a part as a cell, each further one as its distance from the one
/// before (github.com/Esri/arcgis-js-api, geometry/jsonUtils.js, undoes it so).
struct QuantizedGeometryText {
    private let quantized: QuantizedGeometry

    init(geometry: GeometryColumn, reference: SpatialReference, grid: QuantizationGrid) {
        quantized = QuantizedGeometry(geometry: geometry, reference: reference, grid: grid)
    }

    /// The geometry of a row; `null` where it has none, or none that is left on the grid.
    func write(_ row: Int, into text: inout JSONText) {
        let parts = quantized.parts(row)
        guard let first = parts.first else {
            return text.raw("null")
        }
        switch quantized.geometry.kind {
        case .point: if let cell = first.first { write(cell, into: &text) }
        case .multipoint:
            text.raw("{\"points\":")
            deltas(first, into: &text)
            text.raw("}")
        case .polyline, .polygon:
            text.raw(quantized.geometry.kind == .polyline ? "{\"paths\":[" : "{\"rings\":[")
            for (index, list) in parts.enumerated() {
                if index > 0 { text.raw(",") }
                deltas(list, into: &text)
            }
            text.raw("]}")
        }
    }

    /// A place alone, as the geometry of a point or as a centroid.
    func write(place: Position, into text: inout JSONText) { write(quantized.grid.snapped(place), into: &text) }

    private func write(_ cell: QuantizedGeometry.Cell, into text: inout JSONText) {
        text.raw("{\"x\":")
        text.integer(cell.column)
        text.raw(",\"y\":")
        text.integer(cell.row)
        text.raw("}")
    }

    private func deltas(_ cells: [QuantizedGeometry.Cell], into text: inout JSONText) {
        text.raw("[")
        let numbers = QuantizedGeometry.deltas(cells)
        for index in stride(from: 0, to: numbers.count, by: 2) {
            text.raw(index == 0 ? "[" : ",[")
            text.integer(numbers[index])
            text.raw(",")
            text.integer(numbers[index + 1])
            text.raw("]")
        }
        text.raw("]")
    }
}
