/// A place in the plane.
package struct Position: Sendable, Equatable {
    /// To the east.
    package var x: Double
    /// To the north.
    package var y: Double
}
