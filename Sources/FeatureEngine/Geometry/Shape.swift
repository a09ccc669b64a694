/// The geometry of one feature in metres: one place, the places of a multipoint (each a part of its own), the paths of a line,
/// or the rings of a polygon, outer ones clockwise.
package struct Shape: Sendable, Equatable {
    /// Whether it is a place, a line or an area.
    package var kind: GeometryKind
    /// The vertices of each part.
    package var parts: [[Position]]

    var box: Box {
        var box = Box.empty
        for part in parts { for position in part { box.extend(position.x, position.y) } }
        return box
    }

    /// Twice the area of a ring, positive where it runs clockwise.
    static func clockwiseArea(_ ring: some RandomAccessCollection<Position>) -> Double {
        guard let first = ring.first else { return 0 }
        var area = 0.0
        var last = first
        for position in ring {
            // Around the first corner, so that large coordinates cost no digits.
            area += (position.x - last.x) * (position.y + last.y - 2 * first.y)
            last = position
        }
        return area
    }
}
