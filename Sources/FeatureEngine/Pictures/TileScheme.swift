package import JSONValues

/// The usual tiling of Web Mercator: 256 pixels a side, one tile at level 0 (developers.arcgis.com, "Map service", `tileInfo`).
package enum TileScheme {
    /// Pixels of a tile's side.
    package static let size = 256
    static let levels = 0...19

    /// The box of a tile; nil where the scheme has no such tile.
    package static func box(level: Int, row: Int, column: Int) -> Box? {
        guard levels.contains(level), (0..<1 << level).contains(row), (0..<1 << level).contains(column) else {
            return nil
        }
        let side = 2 * SpatialReference.halfWorld / Double(1 << level)
        let left = -SpatialReference.halfWorld + Double(column) * side
        let top = SpatialReference.halfWorld - Double(row) * side
        return Box(xmin: left, ymin: top - side, xmax: left + side, ymax: top)
    }

    /// The scheme as metadata show it.
    package static let document: JSONValue = [
        "rows": .integer(Int64(size)), "cols": .integer(Int64(size)), "dpi": 96, "format": "PNG8",
        "compressionQuality": 0,
        "origin": ["x": .number(-SpatialReference.halfWorld), "y": .number(SpatialReference.halfWorld)],
        "spatialReference": SpatialReference.webMercator.document,
        "lods": .array(
            levels.map { level in
                let resolution = 2 * SpatialReference.halfWorld / Double(size) / Double(1 << level)
                // 96 dots to the inch of 0.0254 m.
                return [
                    "level": .integer(Int64(level)), "resolution": .number(resolution),
                    "scale": .number(resolution * 96 / 0.0254),
                ]
            }),
    ]
}
