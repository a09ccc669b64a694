internal import JSONValues

/// Relationships between items (developers.arcgis.com, "Add Relationship", "Related Items", "Relationship types").
enum ItemRelations {
    static let types: Set<String> = [
        "Map2Service", "WMA2Code", "Map2FeatureCollection", "MobileApp2Code", "Service2Data", "Service2Service",
        "Map2AppConfig", "Item2Attachment", "Item2Report", "Listed2Provisioned", "Style2Style", "Service2Style",
        "Survey2Service", "Survey2Data", "Service2Route", "Area2Package", "Map2Area", "Service2Layer",
        "Area2CustomPackage",
        "TrackView2Map", "SurveyAddIn2Data", "Solution2Item", "APIKey2Item", "Theme2Story",
        "WorkforceMap2FeatureService",
    ]

    static func add(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { world, relationship throws(WriteRefusal) in
            guard world.items.relate(relationship) else {
                throw .failed("Unable to add relationship.", "The items are related so already.")
            }
        }
    }

    static func delete(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { world, relationship throws(WriteRefusal) in
            guard world.items.unrelate(relationship) else {
                throw .failed("Unable to delete relationship.", "The items are not related so.")
            }
        }
    }

    private static func change(
        _ request: EndpointRequest,
        _ body: (inout PortalContent.World, PortalContent.ItemRelationship) throws(WriteRefusal) -> Void
    ) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            _ = try write.owner(in: world, by: .updateItems)
            try write.require(.createItem)
            let type = request["relationshipType"] ?? request["relationshipTypes"] ?? ""
            guard types.contains(type) else {
                throw .parameter("relationshipType", "\(BodyProblem.quoted(type)) is no type of relationship")
            }
            let origin = try write.readableItem(request["originItemId"] ?? "", in: world)
            let destination = try write.readableItem(request["destinationItemId"] ?? "", in: world)
            guard write.sharing.controls(origin) || write.sharing.controls(destination) else {
                throw .permission("\(write.user.name) owns neither of the items")
            }
            try body(&world, .init(origin: origin.id, destination: destination.id, type: type))
            return ["success": true]
        }
    }

    /// The items at the other end, forward from the origin unless `direction` is `reverse`.
    static func related(
        to item: PortalContent.Item, _ request: EndpointRequest, _ sharing: Sharing
    ) throws(BlueprintError) -> PortalReply {
        let items = try request.content.items()
        let types = ContentWrite.list(request["relationshipTypes"] ?? request["relationshipType"] ?? "")
        let isReverse = request["direction"]?.lowercased() == "reverse"
        let found = items.relationships.compactMap { link -> PortalContent.Item? in
            guard types.isEmpty || types.contains(link.type), (isReverse ? link.destination : link.origin) == item.id
            else { return nil }
            return items.withID(isReverse ? link.origin : link.destination)
        }.filter(sharing.mayRead)
        return SearchPage(request).reply(found, key: "relatedItems") { ItemsEndpoint.document($0, sharing) }
    }
}
