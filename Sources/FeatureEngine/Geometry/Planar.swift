/// Plane geometry on vertices in metres.
enum Planar {
    /// Metres within which two places are one.
    static let tolerance = 0.001

    /// Whether a place lies in an area or on its border, by counting the edges beside it.
    static func contains(_ rings: [[Position]], _ place: Position) -> Bool {
        var isInside = false
        for ring in rings {
            guard var last = ring.last else { continue }
            for next in ring {
                if distance(from: place, toSegment: last, next) <= tolerance { return true }
                if (next.y > place.y) != (last.y > place.y),
                    place.x < (last.x - next.x) * (place.y - next.y) / (last.y - next.y) + next.x
                {
                    isInside.toggle()
                }
                last = next
            }
        }
        return isInside
    }

    /// Whether two segments have a place in common.
    static func meet(_ a: Position, _ b: Position, _ c: Position, _ d: Position) -> Bool {
        guard max(a.x, b.x) >= min(c.x, d.x), max(c.x, d.x) >= min(a.x, b.x), max(a.y, b.y) >= min(c.y, d.y),
            max(c.y, d.y) >= min(a.y, b.y)
        else { return false }
        let (c1, d1) = (side(a, b, c), side(a, b, d))
        let (a2, b2) = (side(c, d, a), side(c, d, b))
        return (c1 <= 0 && d1 >= 0 || c1 >= 0 && d1 <= 0) && (a2 <= 0 && b2 >= 0 || a2 >= 0 && b2 <= 0)
    }

    /// Whether two segments go through one another, which touching ones do not.
    static func cross(_ a: Position, _ b: Position, _ c: Position, _ d: Position) -> Bool {
        side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
    }

    /// On which side of a line a place lies: positive, negative or 0.
    private static func side(_ a: Position, _ b: Position, _ place: Position) -> Double {
        let area = (b.x - a.x) * (place.y - a.y) - (b.y - a.y) * (place.x - a.x)
        return area == 0 ? 0 : area < 0 ? -1 : 1
    }

    static func distance(from place: Position, toSegment a: Position, _ b: Position) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let along = length == 0 ? 0 : min(1, max(0, ((place.x - a.x) * dx + (place.y - a.y) * dy) / length))
        let (ex, ey) = (a.x + along * dx - place.x, a.y + along * dy - place.y)
        return (ex * ex + ey * ey).squareRoot()
    }

    /// How far a place is from a geometry; 0 in an area.
    static func distance(from place: Position, to shape: Shape) -> Double {
        if shape.kind == .polygon, contains(shape.parts, place) { return 0 }
        var least = Double.infinity
        for part in shape.parts {
            guard let first = part.first else { continue }
            if part.count == 1 { least = min(least, distance(from: place, toSegment: first, first)) }
            for (a, b) in zip(part, part.dropFirst()) { least = min(least, distance(from: place, toSegment: a, b)) }
        }
        return least
    }

    /// Whether any segment of one geometry has a certain relation to any of another.
    static func anySegments(
        _ first: [[Position]], _ second: [[Position]], _ test: (Position, Position, Position, Position) -> Bool
    ) -> Bool {
        for part in first {
            for (a, b) in zip(part, part.dropFirst()) {
                for other in second {
                    for (c, d) in zip(other, other.dropFirst()) where test(a, b, c, d) { return true }
                }
            }
        }
        return false
    }

    /// Whether two geometries have a place in common.
    static func intersect(_ first: Shape, _ second: Shape) -> Bool {
        if first.kind == .point, let place = first.parts.first?.first {
            return distance(from: place, to: second) <= tolerance
        }
        if first.kind == .multipoint {
            return first.parts.contains { $0.first.map { distance(from: $0, to: second) <= tolerance } == true }
        }
        if second.kind.isPlaces { return intersect(second, first) }
        if anySegments(first.parts, second.parts, meet) { return true }
        // One may lie within the other without touching its border.
        if first.kind == .polygon, second.parts.contains(where: { $0.first.map { contains(first.parts, $0) } == true })
        {
            return true
        }
        return second.kind == .polygon
            && first.parts.contains { $0.first.map { contains(second.parts, $0) } == true }
    }

    /// Whether two geometries come as near to one another as so many metres; an area is near to what lies in it.
    static func areNear(_ first: Shape, _ second: Shape, within reach: Double) -> Bool {
        // Where no segments cross, a vertex of one is the nearest place to the other.
        func hasNear(_ vertices: Shape, _ other: Shape) -> Bool {
            vertices.parts.contains { part in part.contains { Planar.distance(from: $0, to: other) <= reach } }
        }
        if first.kind.isPlaces { return hasNear(first, second) }
        return hasNear(second, first)
            || !second.kind.isPlaces && (hasNear(first, second) || anySegments(first.parts, second.parts, meet))
    }

    /// Whether every place of a point or multipoint lies on another geometry.
    static func holds(_ outer: Shape, places: Shape) -> Bool {
        places.parts.allSatisfy { part in part.allSatisfy { distance(from: $0, to: outer) <= tolerance } }
    }

    /// Whether all of one geometry lies in an area, borders included.
    static func covers(_ area: Shape, _ inner: Shape) -> Bool {
        guard area.kind == .polygon else { return false }
        for part in inner.parts {
            for place in part where !contains(area.parts, place) { return false }
        }
        guard !inner.kind.isPlaces else { return true }
        if anySegments(area.parts, inner.parts, cross) { return false }
        // A hole of the area within the inner one.
        return inner.kind != .polygon
            || !area.parts.contains { ring in
                ring.contains { place in
                    contains(inner.parts, place)
                        && !inner.parts.contains { part in
                            zip(part, part.dropFirst()).contains {
                                distance(from: place, toSegment: $0, $1) <= tolerance
                            }
                        }
                }
            }
    }
}
