internal import FeatureEngine
internal import JSONValues

extension SpatialFilter {
    /// Reads `geometry`, `geometryType`, `inSR`, `spatialRel`, `distance` and `units`; nil where there is no geometry.
    init?(_ parameters: QueryParameters, layer: SpatialReference) throws(ParameterProblem) {
        guard let text = parameters["geometry"] else { return nil }
        let reference = try parameters.reference("inSR") ?? layer
        let relation: Relation
        if let name = parameters["spatialRel"] {
            guard let known = Relation(rawValue: name) else {
                let all = Relation.allCases.map(\.rawValue).joined(separator: ", ")
                throw ParameterProblem("spatialRel", "\(name.prefix(60)) is not understood; \(all) are")
            }
            relation = known
        } else {
            relation = .intersects
        }
        let document = try Self.document(text)
        let ownReference: SpatialReference?
        do {
            ownReference = try EsriGeometry.ownReference(document)
        } catch {
            throw ParameterProblem("geometry", error.path + " " + error.problem)
        }
        // The parameter wins where both are given.
        let used = parameters["inSR"] == nil ? ownReference ?? reference : reference
        let kind = try Self.kind(parameters["geometryType"], document)
        guard kind != "esriGeometryEnvelope" else {
            guard try parameters.number("distance", in: 0...SpatialReference.webMercator.farthest) ?? 0 == 0 else {
                throw ParameterProblem("distance", "is understood around a point only")
            }
            let box = try Self.envelope(document, used)
            guard case .other = used else {
                self.init(used.metres(of: box), relation: relation)
                return
            }
            // What is a rectangle in a projected system is none elsewhere.
            guard let area = used.area(of: box) else {
                throw ParameterProblem("geometry", "the envelope reaches beyond what its spatial reference covers")
            }
            self.init(area, isBox: false, relation: relation)
            return
        }
        guard let kind = GeometryKind(rawValue: kind) else {
            throw ParameterProblem(
                "geometryType",
                "\(kind.prefix(60)) is not understood; esriGeometryEnvelope, esriGeometryPoint, esriGeometryMultipoint, esriGeometryPolyline and esriGeometryPolygon are"
            )
        }
        var stripped = document
        stripped["spatialReference"] = nil
        do {
            guard let shape = try EsriGeometry.shape(stripped, kind: kind, in: used) else {
                throw ParameterProblem("geometry", "is empty")
            }
            let distance = try Self.distance(parameters, around: shape)
            self.init(shape, isBox: false, relation: relation, distance: distance)
        } catch let problem as DataProblem {
            throw ParameterProblem(
                "geometry", problem.path.isEmpty ? problem.problem : "\(problem.path) \(problem.problem)")
        } catch let problem as ParameterProblem {
            throw problem
        } catch {
            throw ParameterProblem("geometry", "cannot be read")
        }
    }

    /// JSON, or the short forms `xmin,ymin,xmax,ymax` and `x,y`.
    private static func document(_ text: String) throws(ParameterProblem) -> JSONValue {
        if text.utf8.first(where: { $0 != 0x20 }) == UInt8(ascii: "{") {
            do {
                return try JSONValue(parsing: BareNames.quoted(text))
            } catch {
                throw ParameterProblem("geometry", "is no JSON: \(error)")
            }
        }
        let parts = text.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
        var numbers: [JSONValue] = []
        for part in parts.prefix(4) {
            guard let number = Double(part.filter { $0 != " " }), number.isFinite else {
                throw ParameterProblem("geometry", "\"\(part.prefix(40))\" is no number")
            }
            numbers.append(.number(number))
        }
        switch parts.count {
        case 2: return ["x": numbers[0], "y": numbers[1]]
        case 4: return ["xmin": numbers[0], "ymin": numbers[1], "xmax": numbers[2], "ymax": numbers[3]]
        default: throw ParameterProblem("geometry", "neither JSON, nor xmin,ymin,xmax,ymax, nor x,y")
        }
    }

    /// The type that is named, else the one that the members show.
    private static func kind(_ named: String?, _ document: JSONValue) throws(ParameterProblem) -> String {
        if let named { return named }
        if document["x"] != nil { return GeometryKind.point.rawValue }
        if document["points"] != nil { return GeometryKind.multipoint.rawValue }
        if document["paths"] != nil { return GeometryKind.polyline.rawValue }
        if document["rings"] != nil { return GeometryKind.polygon.rawValue }
        return "esriGeometryEnvelope"
    }

    /// An envelope in the units of its reference.
    private static func envelope(_ document: JSONValue, _ reference: SpatialReference) throws(ParameterProblem) -> Box {
        var numbers: [Double] = []
        for member in ["xmin", "ymin", "xmax", "ymax"] {
            guard let number = document[member]?.double, number.magnitude <= reference.farthest else {
                let shown = document[member].map { DataProblem.shown($0) } ?? "nothing"
                let farthest = Int(reference.farthest)
                throw ParameterProblem(
                    "geometry",
                    "\(member) of the envelope has to be a number from -\(farthest) to \(farthest), and is \(shown)")
            }
            numbers.append(number)
        }
        guard numbers[0] <= numbers[2] else {
            throw ParameterProblem("geometry", "xmin \(numbers[0]) is greater than xmax \(numbers[2])")
        }
        guard numbers[1] <= numbers[3] else {
            throw ParameterProblem("geometry", "ymin \(numbers[1]) is greater than ymax \(numbers[3])")
        }
        return Box(xmin: numbers[0], ymin: numbers[1], xmax: numbers[2], ymax: numbers[3])
    }

    /// Metres of each unit (developers.arcgis.com, "Query (Feature Service/Layer)").
    private static let units = [
        "esriSRUnit_Meter": 1, "esriSRUnit_Kilometer": 1000, "esriSRUnit_Foot": 0.3048,
        "esriSRUnit_StatuteMile": 1609.344, "esriSRUnit_NauticalMile": 1852, "esriSRUnit_USNauticalMile": 1853.248,
    ]

    private static func distance(_ parameters: QueryParameters, around shape: Shape) throws(ParameterProblem) -> Double
    {
        guard let distance = try parameters.number("distance", in: 0...SpatialReference.webMercator.farthest),
            distance > 0
        else { return 0 }
        guard shape.kind == .point, let place = shape.parts.first?.first else {
            throw ParameterProblem("distance", "is understood around a point only")
        }
        let name = parameters["units"] ?? "esriSRUnit_Meter"
        guard let unit = units[name] else {
            throw ParameterProblem(
                "units", "\(name.prefix(60)) is not known; \(units.keys.sorted().joined(separator: ", ")) are")
        }
        // Nothing is farther away than this, however far north the place is.
        return min(distance * unit * SpatialReference.scale(atNorthing: place.y), 1e12)
    }
}
