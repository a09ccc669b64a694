/// A rectangle along the axes, its borders included.
package struct Box: Sendable, Equatable {
    /// The west border.
    package var xmin: Double
    /// The south border.
    package var ymin: Double
    /// The east border.
    package var xmax: Double
    /// The north border.
    package var ymax: Double

    /// A box between two corners.
    package init(xmin: Double, ymin: Double, xmax: Double, ymax: Double) {
        self.xmin = xmin
        self.ymin = ymin
        self.xmax = xmax
        self.ymax = ymax
    }

    /// The box that holds nothing.
    package static let empty = Box(xmin: .infinity, ymin: .infinity, xmax: -.infinity, ymax: -.infinity)

    /// Whether it holds no place.
    package var isEmpty: Bool { xmin > xmax || ymin > ymax }
    /// The place in its middle.
    package var center: Position { Position(x: (xmin + xmax) / 2, y: (ymin + ymax) / 2) }

    mutating func extend(_ x: Double, _ y: Double) {
        xmin = min(xmin, x)
        ymin = min(ymin, y)
        xmax = max(xmax, x)
        ymax = max(ymax, y)
    }

    /// Grows until it holds another box too.
    package mutating func extend(_ other: Box) {
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
