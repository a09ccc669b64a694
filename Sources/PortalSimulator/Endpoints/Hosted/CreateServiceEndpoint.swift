internal import FeatureEngine
internal import HTTPSemantics
internal import JSONValues

/// Makes hosted feature services (developers.arcgis.com, "Create Service").
enum CreateServiceEndpoint {
    static func create(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let taken = request.content.serviceNames
        return try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            try write.require(.createItem)
            try write.require(.publishFeatures)
            let folder = request.captures.count > 1 ? try write.folder(request.captures[1], of: owner) : nil
            let type = request["outputType"] ?? request["targetType"] ?? "featureService"
            guard type == "featureService" else {
                throw .parameter("outputType", "\(BodyProblem.quoted(type)) is not served; featureService is")
            }
            guard request["isView"]?.lowercased() != "true" else {
                throw .parameter("isView", "is true, and views of services are not served")
            }
            let told = try write.object("createParameters")
            if let problem = DefinitionCheck.problem(told) {
                throw .parameter("createParameters", "cannot be used: \(problem)")
            }
            let name = try name(told["name"]?.string ?? "", taken: taken, in: world, write)
            var feature = told
            for key in ["name", "_ssl", "isView"] { feature[key] = nil }
            if let text = feature["capabilities"]?.string {
                feature["capabilities"] = .string(text.filter { $0 != " " })
            }
            let reference = told["spatialReference"].flatMap { SpatialReference($0) }
            guard told["spatialReference"] == nil || told["spatialReference"] == .null || reference != nil else {
                throw .parameter("createParameters", "has a spatialReference that is not known")
            }
            let made = try make(
                name, feature, reference ?? .webMercator, [], owner: owner, folder: folder, in: &world, write)
            _ = try world.items.change(made.item.id) { item throws(WriteRefusal) in
                let document = item.document
                try ItemFields.apply(write, to: &item)
                // What the service decides stays.
                for key in ["type", "name", "url", "typeKeywords"] { item.document[key] = document[key] }
            }
            return [
                "encodedServiceURL": .string(made.url), "itemId": .string(made.item.id), "name": .string(name),
                "serviceItemId": .string(made.item.id), "serviceurl": .string(made.url), "size": -1, "success": true,
                "type": "Feature Service", "typeKeywords": made.item.document["typeKeywords"] ?? [], "isView": false,
            ]
        }
    }

    /// A name that no hosted service has, whatever its case.
    static func name(
        _ name: String, taken: [String], in world: PortalContent.World, _ write: ContentWrite
    ) throws(WriteRefusal) -> String {
        guard !name.isEmpty, name.utf8.count <= 98,
            name.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" })
        else {
            throw .failed(
                "Service name is invalid.",
                "\(BodyProblem.quoted(name)) is not 1 to 98 bytes of letters, digits and underscores.")
        }
        let known = taken + world.addedServices.keys
        guard !known.contains(where: { $0.lowercased() == "hosted/\(name.lowercased())" }) else {
            throw .failed("Service name '\(name)' already exists for '\(write.user.organization ?? "")'")
        }
        return name
    }

    /// A service and its item.
    struct Made {
        let item: PortalContent.Item
        let service: PortalContent.Service
        /// The address of its feature service.
        let url: String
    }

    /// Makes a service with its layers, and the item that stands for it; `layers` are told what they are in.
    static func make(
        _ name: String, _ feature: [String: JSONValue], _ reference: SpatialReference,
        _ layers: [(table: FeatureTable, told: [String: JSONValue])], owner: PortalContent.User, folder: String?,
        title: String? = nil, publishedBytes: Int = 0, in world: inout PortalContent.World, _ write: ContentWrite
    ) throws(WriteRefusal) -> Made {
        let fullName = "Hosted/\(name)"
        let url = "\(write.request.site.addresses.serverURL)/rest/services/\(fullName)/FeatureServer"
        var item = PortalContent.Item(
            id: RandomText.identifier(), title: title ?? name, owner: owner.name, organization: owner.organization,
            document: world.items.defaults)
        item.folder = folder
        for key in ["created", "modified"] { item.document[key] = .integer(write.time) }
        item.document["type"] = "Feature Service"
        item.document["name"] = .string(name)
        item.document["url"] = .string(url)
        item.document["typeKeywords"] = [
            "ArcGIS Server", "Data", "Feature Access", "Feature Service", "Service", "Hosted Service",
        ]
        if let text = feature["serviceDescription"]?.string, !text.isEmpty { item.document["snippet"] = .string(text) }
        var service = PortalContent.Service(
            name: fullName, organization: owner.organization ?? "", itemID: item.id, told: (nil, feature), layers: [],
            reference: reference, publishedBytes: publishedBytes)
        service = service.changed(
            layers: layers.enumerated().map { index, layer in
                LayerDefinition.layer(layer.table, told: layer.told, id: index, of: service)
            })
        try write.put(service, into: &world)
        world.items.add(item)
        return Made(item: item, service: service, url: url)
    }
}
