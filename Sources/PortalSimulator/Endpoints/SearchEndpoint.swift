internal import JSONValues

/// `search` and the content of groups: only what the viewer may read is ever found.
enum SearchEndpoint {
    static func items(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        if let refusal = sharing.refusal() { return refusal }
        let found = try call.world.items().all.filter { sharing.mayRead($0) }
        return SearchPage(call).reply(found, fields: SearchFields.item) { ItemsEndpoint.document($0, sharing) }
    }

    /// `content/groups/{id}`, whose list is called `items`.
    static func groupContent(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try GroupsEndpoint.readable(call) { (group: PortalContent.Group) throws(BlueprintError) -> PortalReply in
            let sharing = try Sharing(call)
            let found = try call.world.items().all.filter { $0.groups.contains(group.id) && sharing.mayRead($0) }
            return SearchPage(call).reply(found, key: "items") { ItemsEndpoint.document($0, sharing) }
        }
    }

    /// `content/groups/{id}/search`, whose list is called `results`.
    static func groupSearch(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try GroupsEndpoint.readable(call) { (group: PortalContent.Group) throws(BlueprintError) -> PortalReply in
            let sharing = try Sharing(call)
            let found = try call.world.items().all.filter { $0.groups.contains(group.id) && sharing.mayRead($0) }
            return SearchPage(call).reply(found, fields: SearchFields.item) { ItemsEndpoint.document($0, sharing) }
        }
    }
}
