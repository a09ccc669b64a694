/// A place in the plane.
struct Position: Sendable, Equatable {
    var x: Double
    var y: Double
}
