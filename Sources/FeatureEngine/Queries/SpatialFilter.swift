/// The spatial part of a query: a geometry, and how features have to stand to it.
package struct SpatialFilter: Sendable {
    /// How a feature stands to the geometry (developers.arcgis.com, `esriSpatialRel…`).
    package enum Relation: String, CaseIterable, Sendable {
        case intersects = "esriSpatialRelIntersects"
        case envelopeIntersects = "esriSpatialRelEnvelopeIntersects"
        case indexIntersects = "esriSpatialRelIndexIntersects"
        /// The geometry of the query contains the feature.
        case contains = "esriSpatialRelContains"
        /// The geometry of the query lies within the feature.
        case within = "esriSpatialRelWithin"
    }
    /// Vertices of the geometry and of all features that may meet it, multiplied: more would hold up other requests.
    static let maximumWork = 20_000_000

    /// The geometry.
    package let shape: Shape
    /// Whether it is a rectangle along the axes, its own box.
    package let isBox: Bool
    let relation: Relation
    /// Metres of the projection within which a feature is as good as met; 0 for a rectangle, which is larger by them.
    let distance: Double
    /// Where features may lie that it lets through.
    package let box: Box

    /// A geometry, with a distance around it in metres; a rectangle becomes so much larger on each side.
    package init(_ shape: Shape, isBox: Bool, relation: Relation, distance: Double = 0) {
        let box = shape.box.widened(by: max(distance, isBox ? 0 : Planar.tolerance))
        self.shape = isBox ? Self.rectangle(box) : shape
        self.isBox = isBox
        self.relation = relation
        self.distance = isBox ? 0 : distance
        self.box = box
    }

    /// A rectangle.
    package init(_ box: Box, relation: Relation = .intersects) {
        self.init(Self.rectangle(box), isBox: true, relation: relation)
    }

    private static func rectangle(_ box: Box) -> Shape {
        let corners = [
            Position(x: box.xmin, y: box.ymin), Position(x: box.xmin, y: box.ymax), Position(x: box.xmax, y: box.ymax),
            Position(x: box.xmax, y: box.ymin), Position(x: box.xmin, y: box.ymin),
        ]
        return Shape(kind: .polygon, parts: [corners])
    }

    /// The rows of a table that it lets through, in their order. Throws where that would take too long.
    func rows(of table: FeatureTable) throws(QueryProblem) -> [Int] {
        guard let geometry = table.geometry else { return [] }
        let candidates = table.rows(meeting: box)
        if relation == .envelopeIntersects || relation == .indexIntersects { return candidates }
        if !isBox || geometry.kind != .point {
            let vertices = candidates.reduce(0) { $0 + geometry.vertexCount($1) }
            let own = shape.parts.reduce(0) { $0 + $1.count }
            guard vertices.multipliedReportingOverflow(by: own).partialValue <= Self.maximumWork, own < 1 << 24 else {
                throw QueryProblem(
                    .geometry, "\(own) vertices against \(vertices) of features are too many; ask with fewer")
            }
        }
        return candidates.filter { holds(geometry, $0) }
    }

    private func holds(_ geometry: GeometryColumn, _ row: Int) -> Bool {
        // Whatever has its box inside a rectangle is inside it.
        if isBox, relation != .within {
            if box.contains(geometry.boxes[row]) { return true }
            if relation == .contains || geometry.kind == .point { return false }
        }
        guard let feature = geometry.shape(row) else { return false }
        switch relation {
        case .intersects where distance > 0: return Planar.areNear(shape, feature, within: distance)
        case .intersects: return Planar.intersect(shape, feature)
        case .contains:
            return shape.kind == .polygon ? Planar.covers(shape, feature) : holds(shape, feature)
        case .within:
            return feature.kind == .polygon ? Planar.covers(feature, shape) : holds(feature, shape)
        case .envelopeIntersects, .indexIntersects: return true
        }
    }

    /// Without an area only places lie within another geometry; what contains lines is an area.
    private func holds(_ outer: Shape, _ inner: Shape) -> Bool {
        if inner.kind == .multipoint || outer.kind == .multipoint {
            return inner.kind.isPlaces && Planar.holds(outer, places: inner)
        }
        return (outer.kind == .point || inner.kind == .point) && Planar.intersect(outer, inner)
    }
}
