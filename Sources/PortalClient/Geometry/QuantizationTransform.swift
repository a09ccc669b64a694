internal import JSONValues

/// How the whole numbers of a quantized answer become coordinates again (github.com/Esri/arcgis-js-api, geometry/jsonUtils.js).
struct QuantizationTransform: Sendable, Hashable {
    private let scale: (x: Double, y: Double)
    private let translate: (x: Double, y: Double)
    /// Whether rows are counted downwards.
    private let runsDown: Bool

    /// Reads the member `transform`; nil where it has no scale or translation, or an origin that is not known.
    init?(_ json: JSONValue) {
        func pair(_ name: String) -> (x: Double, y: Double)? {
            guard let numbers = json[name]?.array?.compactMap(\.double), numbers.count >= 2,
                numbers.allSatisfy(\.isFinite)
            else { return nil }
            return (numbers[0], numbers[1])
        }
        guard let scale = pair("scale"), let translate = pair("translate") else { return nil }
        switch json.text("originPosition") {
        case "upperLeft", nil: runsDown = true
        case "lowerLeft": runsDown = false
        default: return nil
        }
        self.scale = scale
        self.translate = translate
    }

    static func == (one: QuantizationTransform, other: QuantizationTransform) -> Bool {
        one.scale == other.scale && one.translate == other.translate && one.runsDown == other.runsDown
    }

    func hash(into hasher: inout Hasher) {
        for number in [scale.x, scale.y, translate.x, translate.y] { hasher.combine(number) }
        hasher.combine(runsDown)
    }

    /// The coordinates of a cell; heights and measures stay.
    func undone(_ cell: Position) -> Position {
        Position(
            x: translate.x + cell.x * scale.x,
            y: runsDown ? translate.y - cell.y * scale.y : translate.y + cell.y * scale.y, z: cell.z, m: cell.m)
    }

    /// The coordinates of a part, whose vertices after the first are told by their distance from the one before.
    func undone(_ cells: [Position]) -> [Position] {
        var (column, row) = (0.0, 0.0)
        return cells.map { cell in
            column += cell.x
            row += cell.y
            return undone(Position(x: column, y: row, z: cell.z, m: cell.m))
        }
    }

    /// The coordinates of a geometry.
    func undone(_ geometry: Geometry) -> Geometry {
        switch geometry {
        case .point(let place, let reference): .point(undone(place), reference)
        case .multipoint(let places, let reference): .multipoint(undone(places), reference)
        case .polyline(let paths, let reference): .polyline(paths: paths.map { undone($0) }, reference)
        case .polygon(let rings, let reference): .polygon(rings: rings.map { undone($0) }, reference)
        case .envelope: geometry
        }
    }
}
