internal import JSONValues

/// Services of the ArcGIS Server: their metadata and that of their layers.
enum ServicesEndpoint {
    static func mapServer(_ call: Call) throws(BlueprintError) -> PortalReply {
        try root(call) { $0.mapServer }
    }

    static func featureServer(_ call: Call) throws(BlueprintError) -> PortalReply {
        try root(call) { $0.featureServer }
    }

    private static func root(_ call: Call, _ pick: (World.Service) -> JSONValue?) throws(BlueprintError) -> PortalReply {
        guard let service = try call.world.service(call.captures[0]), let document = pick(service) else {
            return notFound(call.captures[0])
        }
        return try SecuredService.refusal(service, call) ?? .document(document)
    }

    /// ArcGIS Server names MapServer whatever was asked for.
    static func notFound(_ name: String) -> PortalReply {
        .failure(ErrorEnvelope(404, "Service \(name)/MapServer not found "))
    }
}
