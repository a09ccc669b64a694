internal import FeatureEngine
internal import JSONValues
internal import Platform

/// `identify` of a map service (developers.arcgis.com, "Identify (Map Service)"): what lies at a place.
enum IdentifyEndpoint {
    static func identify(_ request: ServiceRequest) -> PortalReply {
        do throws(ParameterProblem) {
            let parameters = QueryParameters(at: request.request.time) { [request] in
                request.parameters[$0 == "inSR" ? "sr" : $0]
            }
            let own = request.service.reference
            guard let filter = try SpatialFilter(parameters, layer: own) else {
                throw ParameterProblem("geometry", "is missing")
            }
            let reference = try parameters.reference("inSR") ?? own
            let wide = SpatialFilter(
                filter.shape, isBox: filter.isBox, relation: .intersects, distance: try tolerance(request, reference))
            let shown = try layers(request)
            let returnsGeometry = try parameters.flag("returnGeometry", otherwise: true)
            let query = IdentifyQuery(wide, reference: returnsGeometry ? reference : nil)
            let results = try ParameterProblem.naming { () throws(QueryProblem) in
                try query.results(
                    in: request.service.layers.filter { shown?.contains($0.id) ?? true }.map { layer in
                        IdentifyQuery.Layer(
                            id: layer.id, document: layer.document, table: layer.features.withLock { $0 },
                            maximum: layer.maximum)
                    })
            }
            return .document(["results": .array(results)])
        } catch {
            return MapEndpoint.refusal(error)
        }
    }

    /// Metres of the map that so many pixels of the screen are; 0 where the extent of the map is not told.
    private static func tolerance(_ request: ServiceRequest, _ reference: SpatialReference) throws(ParameterProblem)
        -> Double
    {
        let pixels = try request.parameters.count("tolerance") ?? 0
        guard let text = request.parameters["mapExtent"], pixels > 0 else { return 0 }
        let parameters = QueryParameters { ["geometry": text, "geometryType": "esriGeometryEnvelope"][$0] }
        let extent: Box
        do {
            extent = try SpatialFilter(parameters, layer: reference)?.box ?? .empty
        } catch {
            throw ParameterProblem("mapExtent", error.problem)
        }
        var numbers: [Double] = []
        for word in try request.parameters.list("imageDisplay") ?? [] {
            numbers.append(try QueryParameters.number(word, "imageDisplay", in: 1...100_000))
        }
        guard numbers.count == 3 else {
            throw ParameterProblem("imageDisplay", "is no width, height and dots per inch")
        }
        return (extent.xmax - extent.xmin) / numbers[0] * Double(min(pixels, 1000))
    }

    /// `all`, `visible` and `top`, with or without ids behind a colon; nil means all.
    private static func layers(_ request: ServiceRequest) throws(ParameterProblem) -> Set<Int>? {
        guard let text = request.parameters["layers"], let colon = text.firstIndex(of: ":") else { return nil }
        let words = try QueryParameters.list(of: text[text.index(after: colon)...], "layers", atMost: 1000)
        guard words.allSatisfy({ Int($0) != nil }) else { throw ParameterProblem("layers", "is no list of layer ids") }
        return Set(words.compactMap { Int($0) })
    }
}
