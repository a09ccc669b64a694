internal import FeatureEngine
internal import JSONValues

/// What `export` of a map service is asked for (developers.arcgis.com, "Export Map").
struct MapExport {
    /// In the units of the reference, fitted to the shape of the picture.
    let box: Box
    let reference: SpatialReference
    let width: Int
    let height: Int
    let isTransparent: Bool
    /// The ids of the layers that are shown; nil shows all.
    let layers: Set<Int>?
    /// A clause per layer.
    let clauses: [Int: WhereClause]

    /// Reads the parameters; without a `bbox` the whole map is shown.
    init(_ parameters: QueryParameters, layers all: [Int], extent: Box, reference own: SpatialReference)
        throws(ParameterProblem)
    {
        let format = parameters["format"]?.lowercased() ?? "png"
        guard ["png", "png8", "png24", "png32"].contains(format) else {
            throw ParameterProblem("format", "\(format.prefix(40)) is not drawn; png, png8, png24 and png32 are")
        }
        let size = try Self.size(parameters)
        (width, height) = size
        let references = (image: try parameters.reference("imageSR"), box: try parameters.reference("bboxSR"))
        reference = references.image ?? references.box ?? own
        let asked = try Self.box(parameters, own) ?? extent
        let low = reference.coordinates(asked.xmin, asked.ymin)
        let high = reference.coordinates(asked.xmax, asked.ymax)
        box = Self.fitted(Box(xmin: low.x, ymin: low.y, xmax: high.x, ymax: high.y), size)
        isTransparent = try parameters.flag("transparent")
        // Symbols are drawn in pixels, whatever the resolution.
        _ = try parameters.number("dpi", in: 1...10_000)
        layers = try Self.layers(parameters, all)
        clauses = try Self.clauses(parameters)
    }

    private static func size(_ parameters: QueryParameters) throws(ParameterProblem) -> (Int, Int) {
        guard let words = try parameters.list("size") else { return (400, 400) }
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == 2, words.count == 2, numbers.allSatisfy({ (1...MapPicture.maximumSize).contains($0) })
        else {
            throw ParameterProblem("size", "is no width and height from 1 to \(MapPicture.maximumSize) pixels")
        }
        return (numbers[0], numbers[1])
    }

    /// The box in metres; nil where none is asked for.
    private static func box(_ parameters: QueryParameters, _ own: SpatialReference) throws(ParameterProblem) -> Box? {
        guard let text = parameters["bbox"] else { return nil }
        let reference = try parameters.reference("bboxSR") ?? own
        let renamed = QueryParameters { ["geometry": text, "geometryType": "esriGeometryEnvelope"][$0] }
        do {
            return try SpatialFilter(renamed, layer: reference)?.box
        } catch {
            throw ParameterProblem("bbox", error.problem)
        }
    }

    /// A box as wide and high as the picture is, around the one that is asked for.
    private static func fitted(_ box: Box, _ size: (width: Int, height: Int)) -> Box {
        guard !box.isEmpty else { return Box(xmin: -1, ymin: -1, xmax: 1, ymax: 1) }
        let (width, height) = (max(box.xmax - box.xmin, 1e-6), max(box.ymax - box.ymin, 1e-6))
        let perPixel = max(width / Double(size.width), height / Double(size.height))
        let center = box.center
        let (dx, dy) = (perPixel * Double(size.width) / 2, perPixel * Double(size.height) / 2)
        return Box(xmin: center.x - dx, ymin: center.y - dy, xmax: center.x + dx, ymax: center.y + dy)
    }

    /// `show:0,2`, `hide:1`, and `include` and `exclude`, which mean the same here.
    private static func layers(_ parameters: QueryParameters, _ all: [Int]) throws(ParameterProblem) -> Set<Int>? {
        guard let text = parameters["layers"] else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.count == 2 ? try QueryParameters.list(of: parts[1], "layers", atMost: 1000) : []
        let ids = Set(words.compactMap { Int($0) })
        guard parts.count == 2, words.allSatisfy({ Int($0) != nil }) else {
            throw ParameterProblem("layers", "is none of show:…, hide:…, include:… and exclude:… with layer ids")
        }
        switch parts[0] {
        case "show", "include": return ids
        case "hide", "exclude": return Set(all).subtracting(ids)
        default: throw ParameterProblem("layers", "is none of show:…, hide:…, include:… and exclude:… with layer ids")
        }
    }

    /// `layerDefs`: a JSON object from layer ids to clauses.
    private static func clauses(_ parameters: QueryParameters) throws(ParameterProblem) -> [Int: WhereClause] {
        guard let text = parameters["layerDefs"] else { return [:] }
        guard let members = (try? JSONValue(parsing: text))?.object else {
            throw ParameterProblem("layerDefs", "is no JSON object from layer ids to clauses")
        }
        var clauses: [Int: WhereClause] = [:]
        for (key, value) in members where value != "" && !value.isNull {
            guard let id = Int(key), let clause = value.string else {
                throw ParameterProblem("layerDefs", "is no JSON object from layer ids to clauses")
            }
            do {
                clauses[id] = try WhereParser.parse(clause, at: parameters.time)
            } catch {
                throw ParameterProblem("layerDefs", "\(error.problem), at character \(error.position)")
            }
        }
        return clauses
    }

    /// Units of the reference per unit of the map, at 96 dots to the inch.
    var scale: Double {
        let metres = reference == .webMercator ? 1.0 : 111_319.49
        return (box.xmax - box.xmin) * metres / Double(width) * 96 / 0.0254
    }

    /// The box as an answer shows it.
    var extent: JSONValue {
        [
            "xmin": .number(box.xmin), "ymin": .number(box.ymin), "xmax": .number(box.xmax), "ymax": .number(box.ymax),
            "spatialReference": reference.document,
        ]
    }
}
