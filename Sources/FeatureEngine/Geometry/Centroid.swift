/// The middle of areas: the point on which a plate of their form would balance (Bourke, "Calculating the area and centroid of a
/// polygon", 1988); holes, whose rings run the other way, count against it.
enum Centroid {
    /// The middle of the rings of a polygon; that of its box where they have no area.
    static func of(rings: [[Position]]) -> Position? {
        guard let origin = rings.first?.first else { return nil }
        var area = 0.0, x = 0.0, y = 0.0
        for ring in rings {
            guard var last = ring.last else { continue }
            for next in ring {
                // From a corner of its own, so that large coordinates cost no digits.
                let cross =
                    (next.x - origin.x) * (last.y - origin.y) - (last.x - origin.x) * (next.y - origin.y)
                area += cross
                x += cross * (last.x + next.x - 2 * origin.x)
                y += cross * (last.y + next.y - 2 * origin.y)
                last = next
            }
        }
        guard area.magnitude > 1e-9 else { return Shape(kind: .polygon, parts: rings).box.center }
        return Position(x: origin.x + x / (3 * area), y: origin.y + y / (3 * area))
    }
}
