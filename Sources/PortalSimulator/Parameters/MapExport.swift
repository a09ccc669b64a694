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
        if let answer = parameters["f"]?.lowercased(), !["image", "html", "json", "pjson"].contains(answer) {
            throw ParameterProblem("f", "\(answer.prefix(40)) is not served; image, json, pjson and html are")
        }
        let format = parameters["format"]?.lowercased() ?? "png"
        guard ["png", "png8", "png24", "png32"].contains(format) else {
            throw ParameterProblem("format", "\(format.prefix(40)) is not drawn; png, png8, png24 and png32 are")
        }
        let size = try Self.size(parameters)
        (width, height) = size
        let references = (image: try parameters.reference("imageSR"), box: try parameters.reference("bboxSR"))
        reference = references.image ?? references.box ?? own
        let exact = try Self.exact(parameters, reference, references.box ?? own)
        let asked = if let exact { exact } else { reference.box(of: try Self.box(parameters, own) ?? extent) }
        guard !asked.isEmpty || extent.isEmpty else {
            throw ParameterProblem("bbox", "lies outside of what imageSR covers")
        }
        box = Self.fitted(asked, size)
        isTransparent = try parameters.flag("transparent")
        // Symbols are drawn in pixels, whatever the resolution.
        _ = try parameters.number("dpi", in: 1...10_000)
        layers = try Self.layers(parameters, all)
        clauses = try LayerDefinitions(parameters)?.clauses(at: parameters.time) ?? [:]
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

    /// The box as it stands where it is in the reference of the picture already, in which metres and back would widen it.
    private static func exact(
        _ parameters: QueryParameters, _ image: SpatialReference, _ box: SpatialReference
    ) throws(ParameterProblem) -> Box? {
        guard case .other = image, image == box, let words = try parameters.list("bbox") else { return nil }
        let numbers = words.compactMap { Double($0) }.filter { $0.magnitude <= image.farthest }
        guard numbers.count == 4, words.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else { return nil }
        return Box(xmin: numbers[0], ymin: numbers[1], xmax: numbers[2], ymax: numbers[3])
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

    /// Units of the reference per unit of the map, at 96 dots to the inch.
    var scale: Double {
        (box.xmax - box.xmin) * reference.metresPerUnit / Double(width) * 96 / 0.0254
    }

    /// The box as an answer shows it.
    var extent: JSONValue {
        [
            "xmin": .number(box.xmin), "ymin": .number(box.ymin), "xmax": .number(box.xmax), "ymax": .number(box.ymax),
            "spatialReference": reference.document,
        ]
    }
}
