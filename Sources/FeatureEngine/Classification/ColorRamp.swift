internal import JSONValues

/// Colours from one to another (developers.arcgis.com, "Color ramp objects").
struct ColorRamp {
    /// Red, green, blue and opacity, from 0 to 255.
    typealias Color = [Double]
    private let parts: [(from: Color, to: Color)]

    /// What is used where none is given: from a light yellow to a dark red.
    static let usual = ColorRamp(parts: [([255, 255, 178, 255], [189, 0, 38, 255])])

    private init(parts: [(from: Color, to: Color)]) { self.parts = parts }

    /// Reads an algorithmic ramp, or one of several such parts; nil where it is neither.
    init?(_ json: JSONValue) {
        switch json["type"]?.string {
        case "algorithmic":
            guard let from = Self.color(json["fromColor"]), let to = Self.color(json["toColor"]) else { return nil }
            parts = [(from, to)]
        case "multipart":
            guard let ramps = json["colorRamps"]?.array, (1...100).contains(ramps.count) else { return nil }
            let parts = ramps.compactMap { ramp in
                ramp["type"] == "algorithmic" ? ColorRamp(ramp)?.parts.first : nil
            }
            guard parts.count == ramps.count else { return nil }
            self.parts = parts
        default: return nil
        }
    }

    /// So many colours, the first and the last one those of the ramp; in between they are mixed of red, green and blue.
    func colors(_ count: Int) -> [JSONValue] {
        (0..<count).map { number in
            let place = count < 2 ? 0 : Double(number) / Double(count - 1) * Double(parts.count)
            let part = min(Int(place), parts.count - 1)
            let share = place - Double(part)
            return .array(
                zip(parts[part].from, parts[part].to).map { .integer(Int64(($0 + ($1 - $0) * share).rounded())) })
        }
    }

    private static func color(_ json: JSONValue?) -> Color? {
        guard let numbers = json?.array?.compactMap(\.double), (3...4).contains(numbers.count),
            numbers.allSatisfy({ (0...255).contains($0) })
        else { return nil }
        return numbers.count == 3 ? numbers + [255] : numbers
    }
}
