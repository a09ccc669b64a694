internal import JSONValues

/// One position: coordinates, a height and a measure.
public struct Position: Sendable, Hashable {
    /// Eastwards.
    public let x: Double
    /// Northwards.
    public let y: Double
    /// Upwards.
    public let z: Double?
    /// The measure along a line.
    public let m: Double?

    /// Puts a position together.
    public init(x: Double, y: Double, z: Double? = nil, m: Double? = nil) {
        self.x = x
        self.y = y
        self.z = z
        self.m = m
    }

    /// Reads `[x, y]` with z and m after them; where there is no z, the third number is m.
    init?(_ json: JSONValue, hasZ: Bool) {
        guard let elements = json.array, elements.count >= 2, let x = elements[0].double, let y = elements[1].double
        else { return nil }
        let third = elements.count > 2 ? elements[2].double : nil
        let fourth = elements.count > 3 ? elements[3].double : nil
        self.init(x: x, y: y, z: hasZ ? third : nil, m: hasZ ? fourth : third)
    }

    var json: JSONValue { .array(([x, y] + [z, m].compactMap(\.self)).map { .number($0) }) }
}
