internal import JSONValues

/// One request for a service that the caller may use.
struct ServiceRequest {
    /// The kind of service, as the path names it.
    enum Kind: String {
        case map = "MapServer"
        case feature = "FeatureServer"
        case image = "ImageServer"
        case vectorTile = "VectorTileServer"
        case geocode = "GeocodeServer"
    }
    let request: EndpointRequest
    let service: PortalContent.Service
    let kind: Kind
    /// The metadata of the service.
    let document: JSONValue
    /// Segments that the route left open after the service's name.
    let captures: [String]

    /// An endpoint for a kind of service, whose name has so many segments.
    static func endpoint(
        _ kind: Kind, nameSegments: Int,
        _ body: @escaping @Sendable (ServiceRequest) throws(BlueprintError) -> PortalReply
    ) -> @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply {
        { request throws(BlueprintError) in
            let name = request.captures.prefix(nameSegments).joined(separator: "/")
            guard let service = try request.content.service(name) else { return notFound(name) }
            if let refusal = try SecuredService.refusal(service, request) { return refusal }
            guard let document = service.document(kind) else { return notFound(name) }
            let reply = try body(
                ServiceRequest(
                    request: request, service: service, kind: kind, document: document,
                    captures: Array(request.captures.dropFirst(nameSegments))))
            guard SecuredService.isSecured(service, request), let viewer = request.viewer.name else { return reply }
            return reply.passed("access", "\(viewer) may use \(name)")
        }
    }

    /// The layer whose id is the first segment after the service; else why there is none.
    func layer(_ body: (PortalContent.Layer) throws(BlueprintError) -> PortalReply) throws(BlueprintError)
        -> PortalReply
    {
        let known = service.layers.map { "\($0.id)" }.joined(separator: ", ")
        guard let id = captures.first.flatMap({ Int($0) }), let layer = service.layers.first(where: { $0.id == id })
        else {
            let asked = (captures.first ?? "").prefix(40)
            return .failure(
                .noLayer(String(asked)), "layer", "there is no layer \(asked); \(service.name) has \(known)")
        }
        return try body(layer)
    }

    /// Whether its features are hosted, which decides about shapes and words; every feature service of ArcGIS Online is.
    var isHosted: Bool {
        kind == .feature && (service.isHosted || request.blueprint.product.isOnline)
    }

    /// A document as the product has it; that of a recorded service stays as it was recorded.
    func dressed(_ document: JSONValue, as kind: String) throws(BlueprintError) -> JSONValue {
        guard service.isMadeFromData || document["currentVersion"] == nil else { return document }
        let product = try request.product()
        var members = product.dressed(document, as: kind, "\(kind) \(isHosted ? "hosted" : "of a server")")
        if members["currentVersion"] == nil { members["currentVersion"] = product.serverVersion }
        if members["serviceItemId"] == nil, isHosted || request.blueprint.product != .enterprise109,
            let item = try item()
        {
            members["serviceItemId"] = .string(item.id)
        }
        return members
    }

    /// The portal's item of this service; nil where it has none.
    private func item() throws(BlueprintError) -> PortalContent.Item? {
        let url = "\(request.site.addresses.serverURL)/rest/services/\(service.name)/\(kind.rawValue)"
        return try request.content.items().all.first { $0.document["url"]?.string == url }
    }

    /// The parameters, those of a form before those of the query.
    var parameters: QueryParameters { QueryParameters(at: request.time) { [request] in request[$0] } }

    /// The layer whose id a parameter names.
    func layer(_ word: some StringProtocol, of parameter: String) throws(ParameterProblem) -> PortalContent.Layer {
        if let id = Int(word), let layer = service.layers.first(where: { $0.id == id }) { return layer }
        let known = service.layers.map { "\($0.id)" }.joined(separator: ", ")
        throw ParameterProblem(parameter, "\"\(word.prefix(40))\" is no layer; \(service.name) has \(known)")
    }

    /// The layers whose ids a parameter lists, each once.
    func layers(_ words: [some StringProtocol], of parameter: String) throws(ParameterProblem) -> [PortalContent.Layer]
    {
        var layers: [PortalContent.Layer] = []
        for word in words {
            let layer = try layer(word, of: parameter)
            if !layers.contains(where: { $0.id == layer.id }) { layers.append(layer) }
        }
        return layers
    }

    /// ArcGIS Server names MapServer whatever was asked for.
    static func notFound(_ name: String) -> PortalReply {
        .failure(ErrorEnvelope(404, "Service \(name)/MapServer not found "))
    }
}

extension PortalContent.Service {
    /// The metadata of one kind; nil where it is not served so.
    func document(_ kind: ServiceRequest.Kind) -> JSONValue? {
        switch kind {
        case .map: mapServer
        case .feature: featureServer
        case .image, .vectorTile, .geocode: others[kind.rawValue]
        }
    }
}
