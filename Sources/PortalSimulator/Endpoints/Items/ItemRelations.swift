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

    /// The relationship that `addItem` is to add with a new item (developers.arcgis.com, "Add Item"): it is the destination of
    /// `originItemId`, whose sharing it takes over, or the origin of `destinationItemId`. Nil where neither is told.
    static func wanted(
        with item: inout PortalContent.Item, _ write: ContentWrite, in world: PortalContent.World
    ) throws(WriteRefusal) -> PortalContent.ItemRelationship? {
        let request = write.request
        let (origin, destination) = (request["originItemId"] ?? "", request["destinationItemId"] ?? "")
        let type = request["relationshipType"] ?? request["relationshipTypes"] ?? ""
        guard !origin.isEmpty || !destination.isEmpty || !type.isEmpty else { return nil }
        guard origin.isEmpty || destination.isEmpty else {
            throw .parameter("destinationItemId", "and originItemId are told both; the new item is one of the two")
        }
        guard !origin.isEmpty || !destination.isEmpty else {
            throw .parameter("originItemId", "or destinationItemId must be specified with relationshipType")
        }
        guard types.contains(type) else {
            throw .parameter("relationshipType", "\(BodyProblem.quoted(type)) is no type of relationship")
        }
        let other = try write.readableItem(origin.isEmpty ? destination : origin, in: world)
        guard !origin.isEmpty else { return .init(origin: item.id, destination: other.id, type: type) }
        // Sharing is in the hand of those alone who could share the origin.
        if write.sharing.controls(other) { (item.access, item.groups) = (other.access, other.groups) }
        return .init(origin: other.id, destination: item.id, type: type)
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
        let types = ContentWrite.list(
            request["relationshipTypes"] ?? request["relationshipType"] ?? "", atMost: ContentWrite.listed)
        guard types.count <= ContentWrite.listed else {
            return WriteRefusal.parameter("relationshipTypes", "lists more than \(ContentWrite.listed) values").reply
        }
        let isReverse = request["direction"]?.lowercased() == "reverse"
        let found = items.relationships.compactMap { link -> PortalContent.Item? in
            guard types.isEmpty || types.contains(link.type), (isReverse ? link.destination : link.origin) == item.id
            else { return nil }
            return items.withID(isReverse ? link.origin : link.destination)
        }.filter(sharing.mayRead)
        return SearchPage(request).reply(found, key: "relatedItems") { ItemsEndpoint.document($0, sharing) }
    }
}
