/// The geometries of rows as cells of a grid (developers.arcgis.com, "Query (Map Service/Layer)", quantization parameters).
struct QuantizedGeometry {
    let geometry: GeometryColumn
    let reference: SpatialReference
    let grid: QuantizationGrid

    /// A place on the grid.
    typealias Cell = (column: Int64, row: Int64)

    /// The cells of each part of a row; none where it has no geometry, or none that is left on the grid.
    func parts(_ row: Int) -> [[Cell]] {
        let parts = (0..<geometry.partCount(row)).map { geometry.vertices(row, part: $0) }
        switch geometry.kind {
        case .point: return parts.prefix(1).map { $0.prefix(1).map(snapped) }
        case .multipoint:
            let cells = kept(parts.joined().map(snapped), least: 1)
            return cells.isEmpty ? [] : [cells]
        case .polyline, .polygon:
            let least = geometry.kind == .polyline ? 2 : 4
            return parts.map { kept($0.map(snapped), least: least) }.filter { !$0.isEmpty }
        }
    }

    /// A part as whole numbers: its first cell, then how far each further one is from the one before.
    static func deltas(_ cells: [Cell]) -> [Int64] {
        var numbers: [Int64] = []
        numbers.reserveCapacity(2 * cells.count)
        var last: Cell = (0, 0)
        for cell in cells {
            numbers.append(cell.column - last.column)
            numbers.append(cell.row - last.row)
            last = cell
        }
        return numbers
    }

    private func snapped(_ vertex: Int) -> Cell { grid.snapped(geometry.coordinates(vertex, in: reference)) }

    /// The cells that are written: for a screen no cell follows itself, and fewer than `least` are none.
    private func kept(_ cells: [Cell], least: Int) -> [Cell] {
        guard grid.mode == .view else { return cells }
        var kept: [Cell] = []
        for cell in cells where kept.last.map({ $0 != cell }) ?? true { kept.append(cell) }
        return kept.count >= least ? kept : []
    }
}
