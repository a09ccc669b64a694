internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// What a map service draws: pictures, tiles and the legend.
enum MapEndpoint {
    /// `export` (developers.arcgis.com, "Export Map"): the picture, or where it is to be had.
    static func export(_ request: ServiceRequest) -> PortalReply {
        do throws(ParameterProblem) {
            let export = try MapExport(
                request.parameters, layers: request.service.layers.map(\.id), extent: request.service.extent,
                reference: request.service.reference)
            guard request.request.format == .html else { return .document(document(export, request)) }
            return .bytes(try picture(export, request), type: "image/png")
        } catch {
            return refusal(error)
        }
    }

    private static func document(_ export: MapExport, _ request: ServiceRequest) -> JSONValue {
        let kept = [
            "bbox", "bboxSR", "imageSR", "size", "format", "transparent", "layers", "layerDefs", "dpi",
        ].compactMap { name in
            request.parameters[name].map { "\(name)=\(PercentEncoding.encode($0))" }
        }
        let query = (kept + ["f=image"]).joined(separator: "&")
        let url =
            "\(request.request.site.addresses.serverURL)/rest/services/\(request.service.name)/MapServer/export?\(query)"
        return [
            "href": .string(url), "width": .integer(Int64(export.width)), "height": .integer(Int64(export.height)),
            "extent": export.extent, "scale": .number(export.scale),
        ]
    }

    private static func picture(_ export: MapExport, _ request: ServiceRequest) throws(ParameterProblem) -> [UInt8] {
        let layers = request.service.layers.filter { export.layers?.contains($0.id) ?? true }
        do {
            return try MapPicture.draw(
                layers.map { drawn($0, export.clauses[$0.id]) }, box: export.box, in: export.reference,
                width: export.width, height: export.height, isTransparent: export.isTransparent)
        } catch {
            throw ParameterProblem("layerDefs", error.problem, unknownField: error.unknownField)
        }
    }

    private static func drawn(_ layer: PortalContent.Layer, _ clause: WhereClause?) -> MapPicture.Layer {
        MapPicture.Layer(
            table: layer.features.withLock { $0 }, drawingInfo: layer.document["drawingInfo"], clause: clause)
    }

    /// `tile/{level}/{row}/{column}` of a service whose map is cut into tiles; HTTP 404 where there is none.
    static func tile(_ request: ServiceRequest) throws(BlueprintError) -> PortalReply {
        let numbers = request.captures.compactMap { Int($0) }
        guard request.service.isCached, numbers.count == 3,
            let box = TileScheme.box(level: numbers[0], row: numbers[1], column: numbers[2])
        else { return .notFound }
        do {
            let bytes = try MapPicture.draw(
                request.service.layers.map { drawn($0, nil) }, box: box, in: .webMercator, width: TileScheme.size,
                height: TileScheme.size, isTransparent: true)
            return .bytes(bytes, type: "image/png")
        } catch {
            return refusal(ParameterProblem(error))
        }
    }

    /// `legend` (developers.arcgis.com, "Legend (Map Service)").
    static func legend(_ request: ServiceRequest) -> PortalReply {
        let layers = request.service.layers.compactMap { layer -> JSONValue? in
            guard let kind = layer.features.withLock({ $0.geometry?.kind }) else { return nil }
            let symbol = MapPicture.Symbol(layer.document["drawingInfo"]?["renderer"]?["symbol"])
            let picture = symbol.swatch(kind, side: 20)
            return [
                "layerId": .integer(Int64(layer.id)), "layerName": layer.document["name"] ?? "",
                "layerType": "Feature Layer", "minScale": 0, "maxScale": 0,
                "legend": [
                    [
                        "label": "", "url": .string("legend-\(layer.id)"), "imageData": .string(Base64.encode(picture)),
                        "contentType": "image/png", "height": 20, "width": 20,
                    ]
                ],
            ]
        }
        return .document(["layers": .array(layers)])
    }

    /// What is wrong with the parameters, in ArcGIS Server's envelope.
    static func refusal(_ problem: ParameterProblem) -> PortalReply {
        .failure(
            ErrorEnvelope(400, "Invalid or missing input parameters.", details: .list(problem.details)),
            problem.parameter, problem.problem)
    }
}
