package import JSONValues

/// The grid of whole numbers that the coordinates of an answer are snapped to (developers.arcgis.com, "Query (Map Service/Layer)",
/// quantization parameters).
package struct QuantizationGrid: Sendable {
    /// What the whole numbers are for.
    package enum Mode: String, CaseIterable, Sendable {
        /// A screen: neighbours that fall on one cell are one vertex, and what has no extent left is left out.
        case view
        /// Editing: every vertex stays, at the full resolution of the spatial reference.
        case edit
    }
    /// The corner from which cells are counted.
    package enum Origin: String, CaseIterable, Sendable {
        case upperLeft
        case lowerLeft
    }
    /// What the whole numbers are for.
    package let mode: Mode
    /// The corner from which cells are counted.
    package let origin: Origin
    /// The coordinates of that corner, in the spatial reference of the answer.
    let x: Double
    let y: Double
    /// The width and height of a cell, in the units of the answer.
    let cell: Double

    /// A grid for a screen, over an extent in the spatial reference of the answer.
    package init(view extent: Box, cell: Double, origin: Origin) {
        mode = .view
        self.origin = origin
        x = extent.xmin
        y = origin == .upperLeft ? extent.ymax : extent.ymin
        self.cell = cell
    }

    /// A grid of the full resolution of a spatial reference, counted from a corner of its domain.
    package init(edit reference: SpatialReference, origin: Origin) {
        mode = .edit
        self.origin = origin
        // The domains that ArcGIS gives both references by default, and as many digits as are kept.
        let falseOrigin = reference.isGeographic ? (x: -400.0, y: -400.0) : (x: -20_037_700.0, y: -30_241_100.0)
        x = falseOrigin.x
        y = origin == .upperLeft ? -falseOrigin.y : falseOrigin.y
        cell = reference.isGeographic ? 1e-9 : 1e-4
    }

    /// The cell of a coordinate pair, counted to the right, and down or up from the origin.
    func snapped(_ place: Position) -> (column: Int64, row: Int64) {
        let row = origin == .upperLeft ? y - place.y : place.y - y
        return (Self.whole((place.x - x) / cell), Self.whole(row / cell))
    }

    /// A whole number that JSON can carry; ``farthest`` where it would be larger.
    private static func whole(_ value: Double) -> Int64 {
        let rounded = value.rounded()
        return rounded.magnitude <= farthest ? Int64(rounded) : Int64(rounded < 0 ? -farthest : farthest)
    }

    /// The farthest cell: a double holds every whole number up to it.
    private static let farthest = 9_007_199_254_740_991.0

    /// How a client gets the coordinates back.
    package var document: JSONValue {
        [
            "originPosition": .string(origin.rawValue), "scale": [.number(cell), .number(cell)],
            "translate": [.number(x), .number(y)],
        ]
    }
}
