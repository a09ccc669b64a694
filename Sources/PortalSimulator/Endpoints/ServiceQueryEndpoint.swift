internal import FeatureEngine
internal import JSONValues
internal import Platform

/// Questions to all layers of a feature service at once.
enum ServiceQueryEndpoint {
    /// `FeatureServer/query` (developers.arcgis.com, "Query (Feature Service)"): the features of several layers, layer after layer.
    static func query(_ request: ServiceRequest) -> PortalReply {
        do throws(ParameterProblem) {
            guard QueryEndpoint.format(of: request) == .json else {
                throw ParameterProblem("f", "a query of several layers answers json; ask a layer for the others")
            }
            let parameters = request.parameters
            guard let definitions = try LayerDefinitions(parameters) else {
                throw ParameterProblem(
                    LayerDefinitions.name, "is missing; {\"0\":\"1=1\"} asks for all of layer 0")
            }
            var text = Array("{\"layers\":[".utf8)
            for (index, definition) in definitions.all.enumerated() {
                let layer = try request.layer("\(definition.layer)", of: LayerDefinitions.name)
                text += Array((index == 0 ? "{" : ",{").utf8) + Array("\"id\":\(layer.id),".utf8)
                text += try answer(definition, layer, request).dropFirst()
            }
            return PortalReply(body: .json(text + Array("]}".utf8)))
        } catch {
            return QueryDialect.refusal(error, request)
        }
    }

    /// What one layer answers, as an object.
    private static func answer(
        _ definition: LayerDefinitions.Definition, _ layer: PortalContent.Layer, _ request: ServiceRequest
    ) throws(ParameterProblem) -> [UInt8] {
        let parameters = request.parameters
        let table = layer.features.withLock { $0 }
        let own = QueryParameters(at: parameters.time) { name in
            switch name {
            case "where": definition.clause.isEmpty ? "1=1" : definition.clause
            case "outFields": definition.outFields ?? parameters[name]
            case "outStatistics", "groupByFieldsForStatistics", "having", "returnDistinctValues", "returnExtentOnly":
                nil
            default: parameters[name]
            }
        }
        let answer: QueryAnswer
        do throws(ParameterProblem) {
            let query = try LayerQuery(
                own, of: table, reference: layer.reference, timeFields: layer.timeFields, maximum: layer.maximum,
                isGeoJSON: false)
            answer = try ParameterProblem.naming { () throws(QueryProblem) in
                try QueryAnswer(
                    query, of: table, globalIDField: layer.document["globalIdField"] ?? "", as: .json,
                    head: QueryDialect.head(request, layer))
            }
        } catch {
            throw error.renamed("where", LayerDefinitions.name)
        }
        switch answer {
        case .document(let document): return document.canonicalBytes()
        case .text(let bytes): return bytes
        }
    }

    /// `FeatureServer/queryDomains` (developers.arcgis.com, "Query Domains (Feature Service)"): each domain of the layers' fields once.
    static func queryDomains(_ request: ServiceRequest) -> PortalReply {
        do throws(ParameterProblem) {
            var domains: [JSONValue] = []
            var names: Set<JSONValue?> = []
            for layer in try layers(request) {
                let own = (layer.document["fields"]?.array ?? []).compactMap { $0["domain"] }
                let ofTypes = (layer.document["types"]?.array ?? []).flatMap { type in
                    (type["domains"]?.object ?? [:]).sorted { $0.key < $1.key }.map(\.value)
                }
                for domain in own + ofTypes {
                    guard domain.object != nil, domain["type"] != "inherited" else { continue }
                    if names.insert(domain["name"]).inserted { domains.append(domain) }
                }
            }
            return .document(["domains": .array(domains)])
        } catch {
            return MapEndpoint.refusal(error)
        }
    }

    /// The layers that `layers` names, as a JSON list or with commas; all where it is absent.
    private static func layers(_ request: ServiceRequest) throws(ParameterProblem) -> [PortalContent.Layer] {
        guard let text = request.parameters["layers"] else { return request.service.layers }
        let bare = String(
            decoding: text.utf8.filter { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }, as: UTF8.self)
        return try request.layers(try QueryParameters.list(of: bare, "layers", atMost: 1000), of: "layers")
    }
}
