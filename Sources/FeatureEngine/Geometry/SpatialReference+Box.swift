extension SpatialReference {
    /// Steps along each border of a box: what is straight in one reference is bent in another.
    private static let steps = 20

    /// The box in this reference around a box in metres; empty where nothing of it can be projected.
    package func box(of metres: Box) -> Box {
        guard !metres.isEmpty else { return .empty }
        guard case .other = self else {
            let low = coordinates(metres.xmin, metres.ymin)
            let high = coordinates(metres.xmax, metres.ymax)
            return Box(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
        }
        return Self.box(around: coordinates(of: Self.border(of: metres).flatMap { [$0.x, $0.y] }))
    }

    /// The box in metres around a box in this reference; empty where nothing of it can be unprojected.
    package func metres(of box: Box) -> Box {
        guard !box.isEmpty else { return .empty }
        guard case .other = self else {
            let low = metres(box.xmin, box.ymin)
            let high = metres(box.xmax, box.ymax)
            return Box(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y)
        }
        return Self.box(around: Self.border(of: box).map { metres($0.x, $0.y) }.flatMap { [$0.x, $0.y] })
    }

    /// The area in metres of a box in this reference, with enough vertices to follow its borders; nil where one cannot be unprojected.
    package func area(of box: Box) -> Shape? {
        var ring: [Position] = []
        for corner in Self.border(of: box) {
            guard let place = place(corner.x, corner.y) else { return nil }
            ring.append(place)
        }
        return Shape(kind: .polygon, parts: [ring])
    }

    /// Places along the border of a box with the clock, from its south-west back to there.
    private static func border(of box: Box) -> [Position] {
        let (width, height) = (box.xmax - box.xmin, box.ymax - box.ymin)
        let shares = (0..<steps).map { Double($0) / Double(steps) }
        return shares.map { Position(x: box.xmin, y: box.ymin + height * $0) }
            + shares.map { Position(x: box.xmin + width * $0, y: box.ymax) }
            + shares.map { Position(x: box.xmax, y: box.ymax - height * $0) }
            + shares.map { Position(x: box.xmax - width * $0, y: box.ymin) }
            + [Position(x: box.xmin, y: box.ymin)]
    }

    /// The box around pairs of coordinates, those aside that are no places.
    private static func box(around pairs: [Double]) -> Box {
        var box = Box.empty
        for index in stride(from: 0, to: pairs.count - 1, by: 2)
        where pairs[index].isFinite && pairs[index + 1].isFinite {
            box.extend(pairs[index], pairs[index + 1])
        }
        return box
    }
}
