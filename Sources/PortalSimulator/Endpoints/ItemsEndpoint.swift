internal import JSONValues

/// Items and what hangs on them.
enum ItemsEndpoint {
    static func item(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { item, sharing in .document(document(item, sharing)) }
    }

    /// `/data`: a document, a file, or nothing, which is HTTP 200 with an empty body.
    static func data(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { item, _ in
            switch item.data {
            case .none: return .empty
            case .document(let document):
                return call.format == .html
                    ? .bytes(document.bytes(), type: "application/json;charset=utf-8") : .document(document)
            case .file(let name, let type):
                guard let file = call.world.file("files/\(name)") else { return .failure(.noResource) }
                var reply = PortalReply.bytes(file, type: type)
                reply.headers = [("Content-Disposition", "attachment; filename=\"\(name)\"")]
                return reply
            }
        }
    }

    /// The groups it is shared with, by the viewer's role in them.
    static func groups(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let groups = try call.world.groups()
        return try readable(call) { item, sharing in
            var lists: [String: [JSONValue]] = ["admin": [], "member": [], "other": []]
            for group in item.groups.compactMap({ groups.withID($0) }) where sharing.mayRead(group) {
                let key =
                    switch group.role(of: call.viewer.name) {
                    case "owner", "admin": "admin"
                    case "member": "member"
                    default: "other"
                    }
                lists[key]?.append(GroupsEndpoint.document(group, for: call.viewer.name))
            }
            return .document(.object(lists.mapValues { .array($0) }))
        }
    }

    static func resources(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { _, _ in .document(["total": 0, "start": 1, "num": 0, "nextStart": -1, "resources": []]) }
    }

    static func relatedItems(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { _, _ in .document(["total": 0, "start": 1, "num": 0, "nextStart": -1, "relatedItems": []])
        }
    }

    /// The picture; the member `thumbnail` of an item already contains the folder.
    static func file(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(call) { item, _ in
            guard item.document["thumbnail"]?.string == call.captures[1],
                let file = call.world.file("files/items/\(call.captures[1])")
            else { return .failure(.noResource) }
            return .bytes(file, type: MediaType.of(call.captures[1]))
        }
    }

    /// An item's document; folder and control show only to those who may change it.
    static func document(_ item: PortalContent.Item, _ sharing: Sharing) -> JSONValue {
        var document = item.document
        if sharing.controls(item) {
            document["ownerFolder"] = item.folder.map { .string($0) } ?? .null
            document["itemControl"] = "admin"
        }
        return .object(document)
    }

    /// The item that the path names. One that is not shared answers 403, one that does not exist 400: clients tell them apart.
    private static func readable(
        _ call: EndpointRequest, _ body: (PortalContent.Item, Sharing) throws(BlueprintError) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        if let refusal = sharing.refusal() { return refusal }
        guard let item = try call.world.items().withID(call.captures[0]) else { return .failure(.noItem) }
        guard sharing.mayRead(item) else {
            let who = call.viewer.name ?? "strangers"
            return .failure(.noPermission, "access", "the item is \(item.access.rawValue) and not shared with \(who)")
        }
        return try body(item, sharing)
    }
}
