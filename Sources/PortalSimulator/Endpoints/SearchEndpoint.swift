internal import JSONValues

/// `search` and the content of groups: only what the viewer may read is ever found.
enum SearchEndpoint {
    static func items(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        let found = try request.content.items().all.filter { sharing.mayRead($0) }
        return SearchPage(request).reply(
            found, fields: SearchFields.item, categories: { DocumentMember.texts($0.document, "categories") }
        ) { ItemsEndpoint.document($0, sharing) }
    }

    /// `content/groups/{id}`, whose list is called `items`.
    static func groupContent(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try GroupsEndpoint.readable(request) { (group: PortalContent.Group) throws(BlueprintError) -> PortalReply in
            let sharing = try Sharing(request)
            let found = try request.content.items().all.filter { $0.groups.contains(group.id) && sharing.mayRead($0) }
            return SearchPage(request).reply(found, key: "items") { ItemsEndpoint.document($0, sharing) }
        }
    }

    /// `content/groups/{id}/search`, whose list is called `results`.
    static func groupSearch(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try GroupsEndpoint.readable(request) { (group: PortalContent.Group) throws(BlueprintError) -> PortalReply in
            let sharing = try Sharing(request)
            let found = try request.content.items().all.filter { $0.groups.contains(group.id) && sharing.mayRead($0) }
            // Here the categories are those of the group, and groups have none.
            return SearchPage(request).reply(found, fields: SearchFields.item, categories: { _ in [] }) {
                ItemsEndpoint.document($0, sharing)
            }
        }
    }
}
