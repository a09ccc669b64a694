internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

/// Publishes files as hosted feature services (developers.arcgis.com, "Publish Item", "Analyze", "Generate Features").
enum PublishEndpoint {
    static func publish(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let taken = request.content.serviceNames
        let items = try request.content.items()
        let source = request["itemId"].flatMap { items.withID($0) }
        // Who may is looked at first, and the file is read while nothing is locked.
        let allowed = try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            _ = try owner(write, in: world)
            return [:]
        }
        guard allowed.isSuccess else { return allowed }
        let read = try FeatureFile.reading(
            request, format: request["filetype"] ?? request["fileType"], item: "itemId", text: "text"
        ) { file throws(WriteRefusal) in
            let settings = try publishSettings(request)
            _ = try amount(settings, limit: request.site.limits.addedFeatures)
            let reference: SpatialReference?
            do throws(DataProblem) { reference = try FeatureFile.reference("targetSR", settings) } catch {
                throw .data("publishParameters", error)
            }
            let wanted = settings["name"]?.string ?? Self.name(of: source?.title ?? "")
            let layers = try file.layers(
                .all(limit: request.site.limits.addedFeatures), settings, named: wanted, failure: "Unable to publish.")
            return (file.count, settings, wanted, reference ?? .webMercator, layers)
        }
        let (bytes, settings, wanted, reference, layers):
            (Int, [String: JSONValue], String, SpatialReference, [FeatureFile.Layer])
        switch read {
        case .success(let found): (bytes, settings, wanted, reference, layers) = found
        case .failure(let refusal): return refusal.reply
        }
        return try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let (owner, folder) = try owner(write, in: world)
            let name = try CreateServiceEndpoint.name(wanted, taken: taken, in: world, write)
            let feature: [String: JSONValue] = [
                "capabilities": settings["capabilities"] ?? "Query",
                "serviceDescription": settings["description"] ?? "",
                "maxRecordCount": settings["maxRecordCount"] ?? 1_000,
            ]
            let made = try CreateServiceEndpoint.make(
                name, feature, reference, layers, owner: owner, folder: folder,
                title: settings["title"]?.string ?? source?.title ?? name, publishedBytes: bytes, in: &world, write)
            if let source {
                _ = world.items.relate(
                    PortalContent.ItemRelationship(
                        origin: made.item.id, destination: source.id, type: "Service2Data"))
            }
            let job = write.begin("publish", [:], in: &world)
            _ = world.items.change(made.item.id) {
                $0.extras.job = ItemExtras.Job(done: write.time + PortalContent.ServiceJob.duration)
            }
            return [
                "services": [
                    [
                        "type": "Feature Service", "serviceurl": .string(made.url), "size": -1,
                        "jobId": .string(job.id),
                        "serviceItemId": .string(made.item.id), "encodedServiceURL": .string(made.url),
                        "success": true,
                    ]
                ]
            ]
        }
    }

    /// Whose content it goes into, and the folder; throws where the asking user may not publish there.
    private static func owner(
        _ write: ContentWrite, in world: PortalContent.World
    ) throws(WriteRefusal) -> (PortalContent.User, String?) {
        let owner = try write.owner(in: world, by: .updateItems)
        try write.require(.createItem)
        try write.require(.publishFeatures)
        let captures = write.request.captures
        return (owner, captures.count > 1 ? try write.folder(captures[1], of: owner) : nil)
    }

    private static func publishSettings(_ request: EndpointRequest) throws(WriteRefusal) -> [String: JSONValue] {
        request["publishParameters"]?.isEmpty == false ? try request.object("publishParameters") : [:]
    }

    /// A name for a service made of a title.
    private static func name(of title: String) -> String {
        let scalars = title.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? $0 : "_" }
        return String(String.UnicodeScalarView(scalars))
    }

    /// What a file holds, as parameters that `publish` takes; types are those of as many records as that takes.
    static func analyze(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try told(request) { file throws(WriteRefusal) in
            guard file.format == .csv else { throw .parameter("filetype", "is not csv: only those are analyzed") }
            let amount = FeatureFile.Amount.first(request.site.limits.addedFeatures)
            let table = try file.layers(amount, named: "data", failure: unreadable)[0].table
            let layer: JSONValue = [
                "name": "data", "fields": .array(table.fields.filter { $0.type != .objectID }.map(\.document)),
                "capabilities": "Query", "maxRecordCount": 1_000,
            ]
            let parameters: JSONValue = [
                "type": "csv", "name": "data", "sourceUrl": "", "maxRecordCount": 1_000, "columnDelimiter": ",",
                "qualifier": "\"", "targetSR": ["wkid": 102_100, "latestWkid": 3857],
                "locationType": table.geometry == nil ? "none" : "coordinates", "layerInfo": layer,
            ]
            return [
                "fileSize": .integer(Int64(file.count)), "fileUrl": "", "publishParameters": parameters, "records": [],
            ]
        }
    }

    /// A feature collection of a file, which nothing keeps; `maxRecordCount` of the parameters is how many features it has at most.
    static func generate(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try told(request) { file throws(WriteRefusal) in
            let settings = try publishSettings(request)
            let layers = try file.layers(
                try amount(settings, limit: request.site.limits.addedFeatures), settings,
                named: settings["name"]?.string ?? "data", failure: unreadable)
            guard layers.reduce(0, { $0 + nameBytes($1.table) }) <= maximumNameBytes else {
                throw .limit("names of fields, once for each feature, take more than \(maximumNameBytes) bytes")
            }
            let made = layers.map { layer -> JSONValue in
                let document = LayerDocument.make(
                    layer.table, told: layer.told.merging(["id": 0]) { $1 }, reference: .webMercator,
                    capabilities: "Query", hasAttachments: false)
                return [
                    "layerDefinition": .object(document),
                    "featureSet": [
                        "geometryType": document["geometryType"] ?? .null,
                        "features": .array(layer.table.features(in: .webMercator)),
                    ],
                ]
            }
            return ["featureCollection": ["layers": .array(made)]]
        }
    }

    /// Bytes of the names of fields in what is generated, at most: an empty value takes one byte of a file and a whole name of an answer.
    private static let maximumNameBytes = 32 << 20

    private static func nameBytes(_ table: FeatureTable) -> Int {
        table.featureCount * table.fields.reduce(0) { $0 + $1.name.utf8.count }
    }

    private static func amount(
        _ settings: [String: JSONValue], limit: Int
    ) throws(WriteRefusal) -> FeatureFile.Amount {
        guard let told = settings["maxRecordCount"], !told.isNull else { return .all(limit: limit) }
        guard let count = told.integer, count > 0 else {
            throw .parameter("publishParameters", "has a maxRecordCount that is no whole number from 1")
        }
        return count <= limit ? .first(Int(count)) : .all(limit: limit)
    }

    private static let unreadable = "The file cannot be read."

    /// Answers a member with what the body makes of the file of a request.
    private static func told(
        _ request: EndpointRequest, _ body: (FeatureFile) throws(WriteRefusal) -> JSONValue
    ) throws(BlueprintError) -> PortalReply {
        guard try request.user() != nil else {
            return .failure(.noPermission, "access", "no user is signed in", cause: .tokenMissing)
        }
        let format = request["filetype"] ?? request["fileType"]
        switch try FeatureFile.reading(request, format: format, item: "itemId", text: "text", body) {
        case .success(let document): return .document(document)
        case .failure(let refusal): return refusal.reply
        }
    }
}
