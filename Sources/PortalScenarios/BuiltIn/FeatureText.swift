internal import JSONValues
internal import PortalClient

/// Features as the facts of a run show them.
enum FeatureText {
    /// The values of some fields, with blanks between them: `P01 186`.
    static func values(_ feature: Feature, _ fields: [Field]) -> String {
        fields.map { field in
            let value = feature[field.name] ?? .null
            return value.string ?? value.double.map(number) ?? "null"
        }.joined(separator: " ")
    }

    /// A geometry by its kind and places: `paths(1 2, 3 4; 5 6, 7 8)`; `none` where there is none.
    static func geometry(_ geometry: Geometry?) -> String {
        switch geometry {
        case .point(let place, _): "point(\(self.place(place)))"
        case .multipoint(let places, _): "points(\(list(places)))"
        case .polyline(let paths, _): "paths(\(paths.map(list).joined(separator: "; ")))"
        case .polygon(let rings, _): "rings(\(rings.map(list).joined(separator: "; ")))"
        case .envelope, nil: "none"
        }
    }

    /// A place by its coordinates: `1 2.5`.
    static func place(_ place: Position) -> String { "\(number(place.x)) \(number(place.y))" }

    private static func list(_ places: [Position]) -> String { places.map(place).joined(separator: ", ") }

    /// A number with four digits behind its point at most, which are a tenth of a millimetre.
    private static func number(_ value: Double) -> String {
        let scaled = (value * 10_000).rounded()
        guard scaled.magnitude < 9e15 else { return "\(value)" }
        let (whole, rest) = Int64(scaled).magnitude.quotientAndRemainder(dividingBy: 10_000)
        let sign = scaled < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var digits = String(String(rest + 10_000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
