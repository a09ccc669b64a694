/// The table of contents of the ArcGIS Server.
enum ServerRoutes {
    static let table = RouteTable(
        tokens + HostedRoutes.server + services(in: "rest/services/{service}")
            + services(in: "rest/services/{folder}/{service}"),
        names: ["{folder}", "{service}"])

    private static let tokens: [Route] = [
        .server("rest/info", operation: "server/info", gate: .none, RootEndpoint.serverInfo),
        .server("rest/login", operation: "server/login", gate: .none, steady: false, SessionEndpoint.serverLogin),
        .server(
            "rest/logout", operation: "server/logout", gate: .none, steady: false, SessionEndpoint.serverLogout),
        .server("tokens", operation: "server/generateToken", gate: .none, steady: false, GenerateTokenEndpoint.server),
        .server(
            "tokens/generateToken", operation: "server/generateToken", gate: .none, steady: false,
            GenerateTokenEndpoint.server),
        .server(
            "admin/generateToken", operation: "server/generateToken", gate: .none, steady: false,
            GenerateTokenEndpoint.server),
        .server("rest/services", operation: "services", CatalogEndpoint.root).growing(),
    ]

    /// Whether a path names an operation of a service, or of something in it.
    static func isOperation(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        guard let last = segments.last, OperationWords.all.contains(last) else { return false }
        return segments.dropLast().contains { ServiceRequest.Kind(rawValue: String($0)) != nil }
    }

    /// The resources of one service, at the root of the catalog or in a folder.
    private static func services(in path: String) -> [Route] {
        let isInFolder = path.hasPrefix("rest/services/{folder}")
        let name = isInFolder ? "{folder}/{service}" : "{service}"
        func route(
            _ kind: ServiceRequest.Kind, _ rest: String, _ operation: String, steady: Bool = true,
            files: Set<String> = [],
            _ endpoint: @escaping @Sendable (ServiceRequest) throws(BlueprintError) -> PortalReply
        ) -> Route {
            .server(
                "\(path)/\(kind.rawValue)\(rest)", operation: name + operation, steady: steady, files: files,
                ServiceRequest.endpoint(kind, nameSegments: isInFolder ? 2 : 1, endpoint))
        }
        var routes: [Route] = []
        for kind in [ServiceRequest.Kind.map, .feature] {
            routes += [
                route(kind, "", "", ServicesEndpoint.service).growing(),
                route(kind, "/layers", "/layers", ServicesEndpoint.layers).growing(),
                route(kind, "/{layer}/query", "/query", steady: false, QueryEndpoint.query).heavy(),
                route(
                    kind, "/{layer}/queryRelatedRecords", "/queryRelatedRecords", steady: false,
                    RelatedRecordsEndpoint.queryRelatedRecords
                ).heavy(),
                route(
                    kind, "/{layer}/generateRenderer", "/generateRenderer", steady: false,
                    RendererEndpoint.generateRenderer
                ).heavy(),
                route(kind, "/{layer}/{feature#}", "/{layer}/{feature}", steady: false, FeatureEndpoint.feature)
                    .heavy(),
            ]
        }
        routes += [
            route(.map, "/export", "/export", steady: false, MapEndpoint.export).heavy(),
            route(.map, "/identify", "/identify", steady: false, IdentifyEndpoint.identify).heavy(),
            route(.map, "/find", "/find", steady: false, FindEndpoint.find).heavy(),
            route(.feature, "/query", "/query", steady: false, ServiceQueryEndpoint.query).heavy(),
            route(.feature, "/queryDomains", "/queryDomains", steady: false, ServiceQueryEndpoint.queryDomains)
                .growing(),
            route(
                .feature, "/{layer}/queryTopFeatures", "/queryTopFeatures", steady: false,
                TopFeaturesEndpoint.queryTopFeatures
            ).heavy(),
            route(
                .feature, "/{layer}/validateSQL", "/validateSQL", steady: false, ValidateSQLEndpoint.validateSQL
            ).heavy(),
            route(.feature, "/{layer}/calculate", "/calculate", steady: false, CalculateEndpoint.calculate)
                .writing().heavy(),
            route(.feature, "/{layer}/append", "/append", steady: false, files: ["file"], AppendEndpoint.append)
                .writing().heavy(readingFile: true),
            route(.feature, "/jobs/{job}", "/jobs/{job}", steady: false, JobEndpoint.status),
            route(.feature, "/createReplica", "/createReplica", steady: false, ReplicaEndpoint.create)
                .writing().heavy(),
            route(
                .feature, "/synchronizeReplica", "/synchronizeReplica", steady: false, SynchronizeEndpoint.synchronize
            ).writing().heavy(),
            route(.feature, "/unRegisterReplica", "/unRegisterReplica", steady: false, ReplicaEndpoint.unregister)
                .writing(),
            route(.feature, "/replicas", "/replicas", steady: false, ReplicaEndpoint.replicas).growing(),
            route(.feature, "/replicas/{replica}", "/replicas/{replica}", steady: false, ReplicaEndpoint.info)
                .growing(),
            route(
                .feature, "/extractChanges", "/extractChanges", steady: false, ExtractChangesEndpoint.extractChanges
            ).heavy(),
            route(
                .feature, "/replicafilescache/{file}", "/replicafilescache/{file}", steady: false, SyncDelivery.file),
            route(.map, "/legend", "/legend", MapEndpoint.legend).growing(),
            route(.map, "/tile/{level}/{row}/{column}", "/tile", MapEndpoint.tile).heavy(),
            route(.feature, "/applyEdits", "/applyEdits", steady: false, ServiceEditsEndpoint.applyEdits)
                .writing().heavy(),
            route(.feature, "/{layer}/applyEdits", "/applyEdits", steady: false, EditsEndpoint.applyEdits)
                .writing().heavy(),
            route(.feature, "/{layer}/addFeatures", "/addFeatures", steady: false, EditsEndpoint.addFeatures)
                .writing().heavy(),
            route(.feature, "/{layer}/updateFeatures", "/updateFeatures", steady: false, EditsEndpoint.updateFeatures)
                .writing().heavy(),
            route(.feature, "/{layer}/deleteFeatures", "/deleteFeatures", steady: false, EditsEndpoint.deleteFeatures)
                .writing().heavy(),
            route(
                .feature, "/{layer}/queryAttachments", "/queryAttachments", steady: false,
                AttachmentsEndpoint.queryAttachments
            ).heavy(),
            route(
                .feature, "/{layer}/{feature}/attachments", "/attachments", steady: false,
                AttachmentsEndpoint.attachments
            ).heavy(),
            route(
                .feature, "/{layer}/{feature}/attachments/{attachment}", "/attachment", steady: false,
                AttachmentsEndpoint.attachment),
            route(
                .feature, "/{layer}/{feature}/addAttachment", "/addAttachment", steady: false, files: ["attachment"],
                AttachmentEditsEndpoint.addAttachment
            ).writing(severalFiles: true).heavy(),
            route(
                .feature, "/{layer}/{feature}/updateAttachment", "/updateAttachment", steady: false,
                files: ["attachment"], AttachmentEditsEndpoint.updateAttachment
            ).writing(severalFiles: true).heavy(),
            route(
                .feature, "/{layer}/{feature}/deleteAttachments", "/deleteAttachments", steady: false,
                AttachmentEditsEndpoint.deleteAttachments
            ).writing(),
            route(.image, "", "", ServicesEndpoint.service).shapeOnly(),
            route(.vectorTile, "", "", ServicesEndpoint.service).shapeOnly(),
            route(.geocode, "", "", GeocodeEndpoint.service),
            route(
                .geocode, "/findAddressCandidates", "/findAddressCandidates", steady: false, GeocodeEndpoint.candidates
            ).heavy(),
            route(.geocode, "/suggest", "/suggest", steady: false, GeocodeEndpoint.suggest).heavy(),
            route(.geocode, "/reverseGeocode", "/reverseGeocode", steady: false, GeocodeEndpoint.reverse).heavy(),
            route(
                .geocode, "/geocodeAddresses", "/geocodeAddresses", steady: false, GeocodeEndpoint.addresses
            ).heavy(),
            route(.map, "/{layer#}", "/{layer}", ServicesEndpoint.layer).growing(),
            route(.feature, "/{layer#}", "/{layer}", ServicesEndpoint.layer).growing(),
        ]
        guard !isInFolder else { return routes }
        return routes + [
            .server("rest/services/{folder}", operation: "services/{folder}", CatalogEndpoint.folder).growing()
        ]
    }
}
