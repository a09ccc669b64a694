internal import JSONValues

/// One request for a service that the caller may use.
struct ServiceCall {
    /// The kind of service, as the path names it.
    enum Kind: String {
        case map = "MapServer"
        case feature = "FeatureServer"
        case image = "ImageServer"
        case vectorTile = "VectorTileServer"
    }
    let call: EndpointRequest
    let service: PortalContent.Service
    let kind: Kind
    /// The metadata of the service.
    let document: JSONValue
    /// Segments that the route left open after the service's name.
    let captures: [String]

    /// An endpoint for a kind of service, whose name has so many segments.
    static func endpoint(
        _ kind: Kind, nameSegments: Int,
        _ body: @escaping @Sendable (ServiceCall) throws(BlueprintError) -> PortalReply
    ) -> @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply {
        { call throws(BlueprintError) in
            let name = call.captures.prefix(nameSegments).joined(separator: "/")
            guard let service = try call.world.service(name) else { return notFound(name) }
            if let refusal = try SecuredService.refusal(service, call) { return refusal }
            guard let document = service.document(kind) else { return notFound(name) }
            let reply = try body(
                ServiceCall(
                    call: call, service: service, kind: kind, document: document,
                    captures: Array(call.captures.dropFirst(nameSegments))))
            guard SecuredService.isSecured(service, call), let viewer = call.viewer.name else { return reply }
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
            return .failure(
                ErrorEnvelope(
                    400, "Invalid or missing input parameters.",
                    details: .list([
                        "there is no layer \((captures.first ?? "").prefix(40)); \(service.name) has \(known)"
                    ])))
        }
        return try body(layer)
    }

    /// The parameters, those of a form before those of the query.
    var parameters: QueryParameters { QueryParameters { [call] in call[$0] } }

    /// ArcGIS Server names MapServer whatever was asked for.
    static func notFound(_ name: String) -> PortalReply {
        .failure(ErrorEnvelope(404, "Service \(name)/MapServer not found "))
    }
}

extension PortalContent.Service {
    /// The metadata of one kind; nil where it is not served so.
    func document(_ kind: ServiceCall.Kind) -> JSONValue? {
        switch kind {
        case .map: mapServer
        case .feature: featureServer
        case .image, .vectorTile: others[kind.rawValue]
        }
    }
}
