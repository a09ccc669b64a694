/// Writes geometries as whole numbers on a grid: the first vertex of a part as a cell, each further one as its distance from the one
/// before (github.com/Esri/arcgis-js-api, geometry/jsonUtils.js, undoes it so).
struct QuantizedGeometryText {
    let geometry: GeometryColumn
    let reference: SpatialReference
    let grid: QuantizationGrid

    /// The geometry of a row; `null` where it has none, or none that is left on the grid.
    func write(_ row: Int, into text: inout JSONText) {
        let parts = (0..<geometry.partCount(row)).map { geometry.vertices(row, part: $0) }
        guard let first = parts.first else { return text.raw("null") }
        switch geometry.kind {
        case .point: write(place: coordinates(first.lowerBound), into: &text)
        case .multipoint:
            let cells = kept(parts.joined().map(snapped), least: 1)
            text.raw("{\"points\":")
            deltas(cells, into: &text)
            text.raw("}")
        case .polyline, .polygon:
            let least = geometry.kind == .polyline ? 2 : 4
            let lists = parts.map { kept($0.map(snapped), least: least) }.filter { !$0.isEmpty }
            guard !lists.isEmpty else { return text.raw("null") }
            text.raw(geometry.kind == .polyline ? "{\"paths\":[" : "{\"rings\":[")
            for (index, list) in lists.enumerated() {
                if index > 0 { text.raw(",") }
                deltas(list, into: &text)
            }
            text.raw("]}")
        }
    }

    /// A place alone, as the geometry of a point or as a centroid.
    func write(place: Position, into text: inout JSONText) {
        let cell = grid.snapped(place)
        text.raw("{\"x\":")
        text.integer(cell.column)
        text.raw(",\"y\":")
        text.integer(cell.row)
        text.raw("}")
    }

    private typealias Cell = (column: Int64, row: Int64)

    private func snapped(_ vertex: Int) -> Cell { grid.snapped(coordinates(vertex)) }

    /// The cells that are written: for a screen no cell follows itself, and fewer than `least` are none.
    private func kept(_ cells: [Cell], least: Int) -> [Cell] {
        guard grid.mode == .view else { return cells }
        var kept: [Cell] = []
        for cell in cells where kept.last.map({ $0 != cell }) ?? true { kept.append(cell) }
        return kept.count >= least ? kept : []
    }

    private func deltas(_ cells: [Cell], into text: inout JSONText) {
        text.raw("[")
        var last: Cell = (0, 0)
        for (index, cell) in cells.enumerated() {
            text.raw(index == 0 ? "[" : ",[")
            text.integer(cell.column - last.column)
            text.raw(",")
            text.integer(cell.row - last.row)
            text.raw("]")
            last = cell
        }
        text.raw("]")
    }

    private func coordinates(_ vertex: Int) -> Position {
        let place = geometry.position(vertex)
        return reference.coordinates(place.x, place.y)
    }
}
