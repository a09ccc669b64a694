internal import JSONValues
public import PortalAuthentication

/// A feature of one of a map's layers, as `identify` shows it.
public struct IdentifiedFeature: Sendable, Hashable {
    /// The number of its layer in the service.
    public let layerID: Int
    /// The name of its layer.
    public let layerName: String
    /// The field whose value names it; empty where the layer has none.
    public let displayField: String
    /// What names it, as a text.
    public let value: String
    /// Its attributes by the aliases of their fields, each as the server writes it as a text, and its geometry where that was wanted.
    public let feature: Feature

    init?(_ json: JSONValue) {
        guard let id = json.number("layerId").flatMap({ Int(exactly: $0) }) else { return nil }
        layerID = id
        layerName = json.text("layerName") ?? ""
        displayField = json.text("displayFieldName") ?? ""
        value = json.text("value") ?? ""
        feature = Feature(json, default: nil)
    }
}

extension MapServiceLayer {
    /// Finds what lies at a place, in all the layers of the map
    /// (developers.arcgis.com/rest/services-reference/enterprise/identify-map-service/).
    ///
    /// - Parameters:
    ///   - place: where to look.
    ///   - area: the part of the map that is shown, in the spatial reference of the place.
    ///   - width: how wide that is shown, in pixels.
    ///   - height: how high that is shown, in pixels.
    ///   - tolerance: how far from the place a feature may lie, in pixels.
    ///   - sublayers: the numbers of the layers to look in; nil for all.
    ///   - returnsGeometry: whether geometries are wanted.
    /// - Throws: `invalidArgument` for a picture without a pixel or a negative tolerance, before anything is sent; else what the
    ///   server answers.
    public func identify(
        _ place: Geometry, in area: Envelope, width: Int = 400, height: Int = 400, tolerance: Int = 3,
        sublayers: [Int]? = nil, returnsGeometry: Bool = true
    ) async throws(PortalError) -> [IdentifiedFeature] {
        guard width > 0, height > 0, tolerance >= 0 else {
            throw PortalError(
                .invalidArgument, url: url,
                detail: "a map of \(width) × \(height) pixels with a tolerance of \(tolerance) cannot be asked; "
                    + "give at least one pixel each way, and a tolerance of 0 or more")
        }
        var parameters = [
            ("geometry", place.json.text()), ("geometryType", place.typeName),
            ("layers", sublayers.map { "all:" + $0.map(String.init).joined(separator: ",") } ?? "all"),
            ("tolerance", "\(tolerance)"), ("mapExtent", "\(area.xmin),\(area.ymin),\(area.xmax),\(area.ymax)"),
            ("imageDisplay", "\(width),\(height),96"), ("returnGeometry", "\(returnsGeometry)"),
        ]
        if let reference = place.spatialReference ?? area.spatialReference {
            parameters.append(("sr", reference.parameter))
        }
        let answer = try await service.request(["identify"], parameters: parameters)
        guard let results = answer.json["results"]?.array else {
            throw PortalError(
                .unexpectedContent, url: answer.url,
                detail: "the answer has no results; check that the address is the one of a map service")
        }
        return results.compactMap(IdentifiedFeature.init)
    }
}
