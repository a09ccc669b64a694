/// The table of contents of the ArcGIS Server.
enum ServerRoutes {
    static let table = RouteTable(
        tokens + services(in: "rest/services/{service}") + services(in: "rest/services/{folder}/{service}"))

    private static let tokens: [Route] = [
        .server("rest/info", operation: "server/info", gate: .none, RootEndpoint.serverInfo),
        .server("rest/login", operation: "server/login", gate: .none, RootEndpoint.login),
        .server("tokens", operation: "server/generateToken", gate: .none, steady: false, GenerateTokenEndpoint.server),
        .server(
            "tokens/generateToken", operation: "server/generateToken", gate: .none, steady: false,
            GenerateTokenEndpoint.server),
        .server(
            "admin/generateToken", operation: "server/generateToken", gate: .none, steady: false,
            GenerateTokenEndpoint.server),
        .server("rest/services", operation: "services", CatalogEndpoint.root),
    ]

    /// The resources of one service, at the root of the catalog or in a folder.
    private static func services(in path: String) -> [Route] {
        let name = path.hasPrefix("rest/services/{folder}") ? "{folder}/{service}" : "{service}"
        return [
            .server("\(path)/MapServer", operation: name, ServicesEndpoint.mapServer),
            .server("\(path)/FeatureServer", operation: name, ServicesEndpoint.featureServer),
            .server("\(path)/MapServer/export", operation: "\(name)/export", ServiceFilesEndpoint.export),
            .server(
                "\(path)/FeatureServer/{layer}/{feature}/attachments/{attachment}", operation: "\(name)/attachment",
                ServiceFilesEndpoint.attachment),
            .server("\(path)/MapServer/{layer}", operation: "\(name)/{layer}", ServicesEndpoint.layer),
            .server("\(path)/FeatureServer/{layer}", operation: "\(name)/{layer}", ServicesEndpoint.layer),
            .server("\(path)/MapServer/{layer}/query", operation: "\(name)/query", steady: false, QueryEndpoint.query),
            .server(
                "\(path)/FeatureServer/{layer}/query", operation: "\(name)/query", steady: false, QueryEndpoint.query),
            .server(
                "\(path)/FeatureServer/{layer}/applyEdits", operation: "\(name)/applyEdits", steady: false,
                EditsEndpoint.applyEdits),
        ]
            + (name == "{service}"
                ? [.server("rest/services/{folder}", operation: "services/{folder}", CatalogEndpoint.folder)] : [])
    }
}
