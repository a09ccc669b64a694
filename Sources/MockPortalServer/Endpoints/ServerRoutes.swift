/// The table of contents of the ArcGIS Server.
enum ServerRoutes {
    static let table = RouteTable([
        .server("rest/info", "server/info", gate: .none, RootEndpoint.serverInfo),
        .server("rest/services/{service}/MapServer", "{service}", ServicesEndpoint.mapServer),
        .server("rest/services/{service}/FeatureServer", "{service}", ServicesEndpoint.featureServer),
    ])
}
