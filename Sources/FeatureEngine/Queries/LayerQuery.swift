/// What a query asks of the rows of a table (developers.arcgis.com, "Query (Feature Service/Layer)").
package struct LayerQuery {
    /// What is asked for.
    package enum Wanted {
        case features
        case count
        case ids
        case extent(withCount: Bool)
    }
    let wanted: Wanted
    let clause: WhereClause?
    let ids: Set<Int64>?
    let spatial: SpatialFilter?
    let time: TimeFilter?
    /// The fields of the answer, in the order of the table.
    let fields: [Int]
    let order: [Order]
    let returnsGeometry: Bool
    /// Whether the answer has the middle of each polygon.
    let returnsCentroid: Bool
    /// The grid that coordinates are snapped to; nil leaves them as they are.
    let grid: QuantizationGrid?
    /// Whether the answer has each combination of values once, and no geometry.
    let isDistinct: Bool
    let outReference: SpatialReference
    /// Digits behind the point of a coordinate.
    let decimals: Int
    /// Rows that are skipped.
    let offset: Int
    /// Rows that are answered at most.
    let limit: Int
    let statistics: Statistics?

    /// A field that the rows are ordered by.
    package struct Order: Equatable {
        /// As it is written: a field of the layer, or one of the statistics.
        package let name: String
        let isDescending: Bool

        /// Orders rows by the values of a field.
        package init(name: String, isDescending: Bool) {
            self.name = name
            self.isDescending = isDescending
        }
    }

    /// A query that answers so many rows at most; without anything else it asks for every row.
    package init(
        _ wanted: Wanted = .features, clause: WhereClause? = nil, ids: Set<Int64>? = nil,
        spatial: SpatialFilter? = nil, time: TimeFilter? = nil, fields: [Int], order: [Order] = [],
        returnsGeometry: Bool = true, returnsCentroid: Bool = false, grid: QuantizationGrid? = nil,
        isDistinct: Bool = false, outReference: SpatialReference, decimals: Int? = nil, offset: Int = 0, limit: Int,
        statistics: Statistics? = nil
    ) {
        self.wanted = wanted
        self.clause = clause
        self.ids = ids
        self.spatial = spatial
        self.time = time
        self.fields = fields
        self.order = order
        self.returnsGeometry = returnsGeometry
        self.returnsCentroid = returnsCentroid
        self.grid = grid
        self.isDistinct = isDistinct
        self.outReference = outReference
        self.decimals = min(outReference.decimals, decimals ?? outReference.decimals)
        self.offset = offset
        self.limit = limit
        self.statistics = statistics
    }
}
