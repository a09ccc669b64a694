internal import JSONValues

/// Groups: who is in them, and what strangers see of them.
enum GroupsEndpoint {
    /// `community/groups?q=`.
    static func search(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        if let refusal = sharing.refusal() { return refusal }
        let found = try call.world.groups().all.filter { sharing.mayRead($0) }
        return SearchPage(call).reply(found, fields: SearchFields.group) { document($0, for: call.viewer.name) }
    }

    static func group(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { group in .document(document(group, for: call.viewer.name)) }
    }

    static func users(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { group in
            .document(["owner": .string(group.owner), "admins": texts(group.admins), "users": texts(group.members)])
        }
    }

    static func file(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { group in
            guard group.document["thumbnail"]?.string == call.captures[1],
                let file = call.world.file("files/groups/\(call.captures[1])")
            else { return .failure(.noResource) }
            return .bytes(file, type: MediaType.of(call.captures[1]))
        }
    }

    /// A group's document with the viewer's own place in it.
    static func document(_ group: PortalContent.Group, for viewer: String?) -> JSONValue {
        var document = group.document
        document["userMembership"] = [
            "username": viewer.map { .string($0) } ?? .null, "memberType": .string(group.role(of: viewer)),
            "applications": 0,
        ]
        return .object(document)
    }

    /// The group that the path names, if the viewer may read it.
    static func readable(_ call: EndpointRequest, _ body: (PortalContent.Group) throws(BlueprintError) -> PortalReply)
        throws(BlueprintError)
        -> PortalReply
    {
        let sharing = try Sharing(call)
        if let refusal = sharing.refusal() { return refusal }
        guard let group = try call.world.groups().withID(call.captures[0]) else { return .failure(.noGroup) }
        guard sharing.mayRead(group) else {
            return .failure(.noPermission, "access", "the group is not shared with the viewer")
        }
        return try body(group)
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
