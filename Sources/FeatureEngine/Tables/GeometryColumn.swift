/// The geometries of a layer, coordinate after coordinate in one array.
package struct GeometryColumn: Sendable {
    /// What every feature looks like.
    package let kind: GeometryKind
    /// x and y of every vertex in turn.
    private(set) var coordinates: [Double] = []
    /// Where each part ends in the vertices; it begins where the one before ends.
    private var partEnds: [Int] = []
    /// The parts of each row; empty where the row has no geometry. Places have vertices instead of parts.
    private var spans: [Range<Int>] = []
    private(set) var boxes: [Box] = []
    /// Whether the coordinates are those of an answer, and not metres any more.
    private var isProjected = false

    init(_ kind: GeometryKind) { self.kind = kind }

    var count: Int { spans.count }

    /// Adds the geometry of the next row.
    mutating func append(_ shape: Shape?) {
        spans.append(store(shape))
        boxes.append(shape?.box ?? .empty)
    }

    /// Replaces the geometry of a row; what it had stays behind unused.
    mutating func replace(_ row: Int, with shape: Shape?) {
        spans[row] = store(shape)
        boxes[row] = shape?.box ?? .empty
    }

    private mutating func store(_ shape: Shape?) -> Range<Int> {
        guard let shape else { return 0..<0 }
        let start = kind.isPlaces ? coordinates.count / 2 : partEnds.count
        for part in shape.parts {
            for position in part {
                coordinates.append(position.x)
                coordinates.append(position.y)
            }
            if !kind.isPlaces { partEnds.append(coordinates.count / 2) }
        }
        return start..<(kind.isPlaces ? coordinates.count / 2 : partEnds.count)
    }

    /// How many parts a row has; 0 where it has no geometry.
    func partCount(_ row: Int) -> Int { spans[row].count }

    /// The vertices of one part of a row, as indices of coordinate pairs.
    func vertices(_ row: Int, part: Int) -> Range<Int> {
        let index = spans[row].lowerBound + part
        if kind.isPlaces { return index..<index + 1 }
        return (index == 0 ? 0 : partEnds[index - 1])..<partEnds[index]
    }

    /// How many vertices a row has.
    func vertexCount(_ row: Int) -> Int {
        let parts = partCount(row)
        guard parts > 0 else { return 0 }
        return vertices(row, part: parts - 1).upperBound - vertices(row, part: 0).lowerBound
    }

    func position(_ vertex: Int) -> Position {
        Position(x: coordinates[2 * vertex], y: coordinates[2 * vertex + 1])
    }

    /// The geometry of a row; nil where it has none.
    func shape(_ row: Int) -> Shape? {
        guard partCount(row) > 0 else { return nil }
        return Shape(
            kind: kind, parts: (0..<partCount(row)).map { vertices(row, part: $0).map { position($0) } })
    }

    /// The geometry of a row in the reference of an answer; nil where it has none.
    func shape(_ row: Int, in reference: SpatialReference) -> Shape? {
        guard partCount(row) > 0 else { return nil }
        return Shape(
            kind: kind,
            parts: (0..<partCount(row)).map { vertices(row, part: $0).map { coordinates($0, in: reference) } })
    }

    /// Puts the rows in another order.
    mutating func reorder(_ order: [Int]) {
        spans = order.map { spans[$0] }
        boxes = order.map { boxes[$0] }
    }

    /// The coordinates of a vertex in the reference of an answer.
    func coordinates(_ vertex: Int, in reference: SpatialReference) -> Position {
        let place = position(vertex)
        return isProjected ? place : reference.coordinates(place.x, place.y)
    }

    /// The same column with the geometries of some rows as PROJ projects them, all at once; what cannot be projected is no geometry.
    func projected(_ rows: some Collection<Int>, to reference: SpatialReference) -> GeometryColumn {
        guard case .other = reference else { return self }
        var column = self
        column.isProjected = true
        var metres: [Double] = []
        var ranges: [(row: Int, vertices: Range<Int>)] = []
        for row in rows where partCount(row) > 0 {
            let first = vertices(row, part: 0).lowerBound
            let range = first..<first + vertexCount(row)
            ranges.append((row, range))
            metres += coordinates[2 * range.lowerBound..<2 * range.upperBound]
        }
        let pairs = reference.coordinates(of: metres)
        var at = 0
        for (row, vertices) in ranges {
            let part = pairs[at..<at + 2 * vertices.count]
            at += part.count
            if part.allSatisfy(\.isFinite) {
                column.coordinates.replaceSubrange(2 * vertices.lowerBound..<2 * vertices.upperBound, with: part)
            } else {
                column.spans[row] = 0..<0
            }
        }
        return column
    }
}
