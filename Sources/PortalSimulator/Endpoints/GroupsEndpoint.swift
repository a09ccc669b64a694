internal import JSONValues

/// Groups: who is in them, and what strangers see of them.
enum GroupsEndpoint {
    /// `community/groups?q=`.
    static func search(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        let found = try request.content.groups().all.filter { sharing.mayRead($0) }
        let product = try request.product()
        return SearchPage(request).reply(found, fields: SearchFields.group) {
            product.dressed(document($0, for: request.viewer.name), as: "group")
        }
    }

    static func group(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let product = try request.product()
        return try readable(request) { group in
            .document(product.dressed(document(group, for: request.viewer.name), as: "group"))
        }
    }

    static func users(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { group in
            .document(["owner": .string(group.owner), "admins": texts(group.admins), "users": texts(group.members)])
        }
    }

    static func file(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { group in
            if let picture = group.thumbnail, picture.name == request.captures[1], let bytes = picture.bytes {
                return .bytes(bytes, type: picture.mediaType)
            }
            guard group.document["thumbnail"]?.string == request.captures[1],
                let file = request.content.file("files/groups/\(request.captures[1])")
            else { return .failure(.noResource) }
            return .bytes(file, type: MediaType.of(request.captures[1]))
        }
    }

    /// A group's document with the viewer's own place in it.
    static func document(_ group: PortalContent.Group, for viewer: String?) -> JSONValue {
        var document = group.document
        document["userMembership"] = [
            "username": viewer.map { .string($0) } ?? .null, "memberType": .string(group.role(of: viewer)),
            "applications": .integer(
                Int64(["owner", "admin"].contains(group.role(of: viewer)) ? group.applications.count : 0)),
        ]
        return .object(document)
    }

    /// The group that the path names, if the viewer may read it.
    static func readable(
        _ request: EndpointRequest, _ body: (PortalContent.Group) throws(BlueprintError) -> PortalReply
    )
        throws(BlueprintError)
        -> PortalReply
    {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        guard let group = try request.content.groups().withID(request.captures[0]) else { return .failure(.noGroup) }
        guard sharing.mayRead(group) else {
            return .failure(.noPermission, "access", "the group is not shared with the viewer")
        }
        return try body(group)
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
