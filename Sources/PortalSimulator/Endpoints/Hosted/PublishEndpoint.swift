internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues

/// Publishes files as hosted feature services (developers.arcgis.com, "Publish Item", "Analyze", "Generate Features").
enum PublishEndpoint {
    static func publish(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let taken = request.content.serviceNames
        return try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            try write.require(.createItem)
            try write.require(.publishFeatures)
            let folder = request.captures.count > 1 ? try write.folder(request.captures[1], of: owner) : nil
            let settings =
                try request["publishParameters"].map { _ throws(WriteRefusal) in try write.object("publishParameters") }
                ?? [:]
            let file = try FeatureFile(
                write, in: world, format: request["filetype"] ?? request["fileType"], item: "itemId", text: "text")
            let source = request["itemId"].flatMap { world.items.withID($0) }
            let wanted = settings["name"]?.string ?? source?.title ?? ""
            let name = try CreateServiceEndpoint.name(
                settings["name"] == nil ? Self.name(of: wanted) : wanted, taken: taken, in: world, write)
            let layers: [FeatureFile.Layer]
            do throws(DataProblem) { layers = try file.layers(settings, named: name) } catch {
                throw .failed("Unable to publish.", "\(error.path.isEmpty ? "" : error.path + ": ")\(error.problem)")
            }
            let limits = EditLimits(write.limits)
            guard layers.reduce(0, { $0 + $1.table.featureCount }) <= limits.features else {
                throw .limit("a layer takes \(limits.features) features")
            }
            let feature: [String: JSONValue] = [
                "capabilities": settings["capabilities"] ?? "Query",
                "serviceDescription": settings["description"] ?? "",
                "maxRecordCount": settings["maxRecordCount"] ?? 1_000,
            ]
            let made = try CreateServiceEndpoint.make(
                name, feature, .webMercator, layers, owner: owner, folder: folder,
                title: settings["title"]?.string ?? source?.title ?? name, in: &world, write)
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
                        "serviceItemId": .string(made.item.id), "encodedServiceURL": .string(made.url), "success": true,
                    ]
                ]
            ]
        }
    }

    /// A name for a service made of a title.
    private static func name(of title: String) -> String {
        let scalars = title.unicodeScalars.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) ? $0 : "_" }
        return String(String.UnicodeScalarView(scalars))
    }

    /// What a file holds, as parameters that `publish` takes.
    static func analyze(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let file = try read(request, write, world)
            guard file.format == .csv else { throw .parameter("filetype", "is not csv: only those are analyzed") }
            let layers = try self.layers(file, [:])
            let table = layers[0].table
            var parameters: [String: JSONValue] = [
                "type": "csv", "name": "data", "sourceUrl": "", "maxRecordCount": 1_000, "columnDelimiter": ",",
                "qualifier": "\"", "targetSR": ["wkid": 102_100, "latestWkid": 3857],
                "locationType": table.geometry == nil ? "none" : "coordinates",
            ]
            parameters["layerInfo"] = [
                "name": "data", "fields": .array(table.fields.filter { $0.type != .objectID }.map(\.document)),
                "capabilities": "Query", "maxRecordCount": 1_000,
            ]
            return [
                "fileSize": .integer(Int64(request.body.files.first?.content.count ?? 0)), "fileUrl": "",
                "publishParameters": .object(parameters), "records": [],
            ]
        }
    }

    /// A feature collection of a file, which nothing keeps.
    static func generate(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let settings =
                try request["publishParameters"].map { _ throws(WriteRefusal) in try write.object("publishParameters") }
                ?? [:]
            let layers = try self.layers(try read(request, write, world), settings)
            let made = layers.map { layer -> JSONValue in
                let document = LayerDocument.make(
                    layer.table, told: layer.told.merging(["id": 0]) { $1 }, reference: .webMercator,
                    capabilities: "Query",
                    hasAttachments: false)
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

    private static func read(
        _ request: EndpointRequest, _ write: ContentWrite, _ world: PortalContent.World
    ) throws(WriteRefusal) -> FeatureFile {
        try FeatureFile(
            write, in: world, format: request["filetype"] ?? request["fileType"], item: "itemId", text: "text")
    }

    private static func layers(
        _ file: FeatureFile, _ settings: [String: JSONValue]
    ) throws(WriteRefusal) -> [FeatureFile.Layer] {
        do throws(DataProblem) { return try file.layers(settings, named: settings["name"]?.string ?? "data") } catch {
            throw .failed("The file cannot be read.", "\(error.path.isEmpty ? "" : error.path + ": ")\(error.problem)")
        }
    }
}
