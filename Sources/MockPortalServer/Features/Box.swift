/// A rectangle along the axes, its borders included.
struct Box: Sendable, Equatable {
    var xmin: Double
    var ymin: Double
    var xmax: Double
    var ymax: Double

    /// The box that holds nothing.
    static let empty = Box(xmin: .infinity, ymin: .infinity, xmax: -.infinity, ymax: -.infinity)

    var isEmpty: Bool { xmin > xmax || ymin > ymax }
    var center: Position { Position(x: (xmin + xmax) / 2, y: (ymin + ymax) / 2) }

    mutating func take(_ x: Double, _ y: Double) {
        xmin = min(xmin, x)
        ymin = min(ymin, y)
        xmax = max(xmax, x)
        ymax = max(ymax, y)
    }

    mutating func take(_ other: Box) {
        xmin = min(xmin, other.xmin)
        ymin = min(ymin, other.ymin)
        xmax = max(xmax, other.xmax)
        ymax = max(ymax, other.ymax)
    }

    func contains(_ x: Double, _ y: Double) -> Bool { x >= xmin && x <= xmax && y >= ymin && y <= ymax }

    func contains(_ other: Box) -> Bool {
        other.xmin >= xmin && other.xmax <= xmax && other.ymin >= ymin && other.ymax <= ymax
    }

    func intersects(_ other: Box) -> Bool {
        xmin <= other.xmax && other.xmin <= xmax && ymin <= other.ymax && other.ymin <= ymax
    }

    /// The box with a margin around it.
    func widened(by margin: Double) -> Box {
        Box(xmin: xmin - margin, ymin: ymin - margin, xmax: xmax + margin, ymax: ymax + margin)
    }
}
