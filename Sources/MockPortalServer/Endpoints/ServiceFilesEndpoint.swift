/// Bytes of a service: what is attached to its features, and the map that it draws.
enum ServiceFilesEndpoint {
    /// `FeatureServer/{layer}/{feature}/attachments/{attachment}`.
    static func attachment(_ call: Call) throws(BlueprintError) -> PortalReply {
        let ids = call.captures.suffix(3).compactMap { Int($0) }
        let names = call.captures.dropLast(3)
        guard ids.count == 3 else { return .failure(ErrorEnvelope(400, "Invalid or missing input parameters.")) }
        return try file("\(ids[0])/\(ids[1])/\(ids[2]).png", of: names.joined(separator: "/"), call)
    }

    /// `MapServer/export`: the same picture, whatever part of the map was asked for.
    static func export(_ call: Call) throws(BlueprintError) -> PortalReply {
        try file("export.png", of: call.captures.joined(separator: "/"), call)
    }

    private static func file(_ file: String, of name: String, _ call: Call) throws(BlueprintError) -> PortalReply {
        guard let service = try call.world.service(name) else { return ServicesEndpoint.notFound(name) }
        if let refusal = try SecuredService.refusal(service, call) { return refusal }
        guard let bytes = call.world.file("files/services/\(service.name)/\(file)") else {
            return .failure(.noResource)
        }
        return .bytes(bytes, type: MediaType.of(file))
    }
}
