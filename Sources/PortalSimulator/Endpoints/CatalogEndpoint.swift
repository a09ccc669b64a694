internal import JSONValues
internal import PortalJudge

/// The catalog of services: what the caller may not use is simply left out.
enum CatalogEndpoint {
    static func root(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let names = request.content.serviceNames
        let folders = Set(names.compactMap(folderName)).sorted()
        return .document([
            "currentVersion": try request.product().serverVersion, "folders": .array(folders.map { .string($0) }),
            "services": .array(try entries(names.filter { folderName($0) == nil }, request)),
        ])
    }

    static func folder(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let names = request.content.serviceNames.filter { folderName($0) == request.captures[0] }
        guard !names.isEmpty else { return .failure(ErrorEnvelope(404, "Folder \(request.captures[0]) not found ")) }
        let entries = try entries(names, request)
        if entries.isEmpty, request.viewer == .anonymous {
            return .failure(
                .tokenRequired, "token", "the folder needs a token and none was sent", cause: .tokenMissing)
        }
        return .document([
            "currentVersion": try request.product().serverVersion, "folders": [], "services": .array(entries),
        ])
    }

    private static func entries(_ names: [String], _ request: EndpointRequest) throws(BlueprintError) -> [JSONValue] {
        var entries: [JSONValue] = []
        for name in names {
            guard let service = try request.content.service(name), try SecuredService.refusal(service, request) == nil
            else {
                continue
            }
            for kind in [ServiceRequest.Kind.map, .feature, .image, .vectorTile, .geocode]
            where service.document(kind) != nil {
                var entry: [String: JSONValue] = ["name": .string(name), "type": .string(kind.rawValue)]
                if request.blueprint.product.isOnline {
                    entry["url"] = .string("\(request.serverURL)/rest/services/\(name)/\(kind.rawValue)")
                }
                entries.append(.object(entry))
            }
        }
        return entries
    }

    private static func folderName(_ service: String) -> String? {
        service.firstIndex(of: "/").map { String(service[..<$0]) }
    }
}
