/// Hosted services that clients make and change: below `content` at the portal, and below `rest/admin/services` at the server.
enum HostedRoutes {
    static let portal: [Route] =
        below("content/users/{name}") + below("content/users/{name}/{folder:id}") + [
            .write("content/features/analyze", files: ["file"], PublishEndpoint.analyze).heavy(readingFile: true),
            .write("content/features/generate", files: ["file"], PublishEndpoint.generate).heavy(readingFile: true),
        ]

    private static func below(_ path: String) -> [Route] {
        [
            .write(path + "/createService", CreateServiceEndpoint.create),
            .write(path + "/publish", files: ["file"], PublishEndpoint.publish).heavy(readingFile: true),
        ]
    }

    static let server: [Route] = [
        .server(service, operation: "admin" + name, steady: false, DefinitionEndpoint.admin).growing(),
        write("/addToDefinition", DefinitionEndpoint.addToService),
        write("/updateDefinition", DefinitionEndpoint.updateService),
        write("/deleteFromDefinition", DefinitionEndpoint.deleteFromService),
        write("/refresh", DefinitionEndpoint.refresh).shapeOnly(),
        .server(
            service + "/{layer#}", operation: "admin" + name + "/{layer}", steady: false, DefinitionEndpoint.adminLayer
        ).growing(),
        write("/{layer#}/addToDefinition", DefinitionEndpoint.addToLayer),
        write("/{layer#}/updateDefinition", DefinitionEndpoint.updateLayer),
        write("/{layer#}/deleteFromDefinition", DefinitionEndpoint.deleteFromLayer),
        write("/{layer#}/truncate", DefinitionEndpoint.truncate),
        write("/{layer#}/refresh", DefinitionEndpoint.refresh).shapeOnly(),
    ]

    private static let service = "rest/admin/services/{folder}/{service}/FeatureServer"
    private static let name = "/{folder}/{service}"

    private static func write(
        _ rest: String, _ endpoint: @escaping @Sendable (EndpointRequest) throws(BlueprintError) -> PortalReply
    ) -> Route {
        .server(service + rest, operation: "admin" + name + RoutePattern.plain(rest), steady: false) {
            request throws(BlueprintError) in
            if let refusal = ContentWrite.refusal(request) { return refusal }
            return try endpoint(request)
        }.writing().heavy()
    }
}
