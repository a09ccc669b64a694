internal import JSONValues

/// Services of the ArcGIS Server: their metadata and that of their layers.
enum ServicesEndpoint {
    static func mapServer(_ call: Call) throws(BlueprintError) -> PortalReply {
        try usable(call) { service in service.mapServer.map { .document($0) } ?? notFound(service.name) }
    }

    static func featureServer(_ call: Call) throws(BlueprintError) -> PortalReply {
        try usable(call) { service in service.featureServer.map { .document($0) } ?? notFound(service.name) }
    }

    static func layer(_ call: Call) throws(BlueprintError) -> PortalReply {
        try layer(call, at: call.captures.count - 1) { .document(.object($0.document)) }
    }

    /// The layer whose id stands at a position of the path, if the caller may use its service.
    static func layer(
        _ call: Call, at index: Int, _ body: (World.Layer) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        try usable(call) { service in
            guard let id = Int(call.captures[index]), let layer = service.layers.first(where: { $0.id == id }) else {
                return .failure(ErrorEnvelope(400, "Invalid or missing input parameters."))
            }
            return body(layer)
        }
    }

    /// The service that the path names, if the caller may use it.
    private static func usable(_ call: Call, _ body: (World.Service) -> PortalReply) throws(BlueprintError)
        -> PortalReply
    {
        // A folder's name precedes that of its service; a layer's id follows.
        let names = call.captures.last.flatMap { Int($0) } == nil ? call.captures : Array(call.captures.dropLast())
        let name = names.joined(separator: "/")
        guard let service = try call.world.service(name) else { return notFound(name) }
        if let refusal = try SecuredService.refusal(service, call) { return refusal }
        let reply = body(service)
        guard call.edition.securedNames.contains(name), let viewer = call.viewer.name else { return reply }
        return reply.passed("access", "\(viewer) may use \(name)")
    }

    /// ArcGIS Server names MapServer whatever was asked for.
    static func notFound(_ name: String) -> PortalReply {
        .failure(ErrorEnvelope(404, "Service \(name)/MapServer not found "))
    }
}
