internal import JSONValues

/// Items and what hangs on them.
enum ItemsEndpoint {
    static func item(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let product = try request.product()
        return try readable(request) { item, sharing in
            .document(product.dressed(document(item, sharing), as: "item"))
        }
    }

    /// `/data`: a document, a file, or nothing, which is HTTP 200 with an empty body.
    static func data(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, _ in
            switch item.data {
            case .none: return .empty
            case .document(let document):
                return request.format == .html
                    ? .bytes(document.bytes(), type: "application/json;charset=utf-8") : .document(document)
            case .file(let name, let type):
                guard let file = request.content.file("files/\(name)") else { return .failure(.noResource) }
                var reply = PortalReply.bytes(file, type: type)
                reply.headers = [("Content-Disposition", "attachment; filename=\"\(name)\"")]
                return reply
            }
        }
    }

    /// The groups it is shared with, by the viewer's role in them.
    static func groups(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let groups = try request.content.groups()
        return try readable(request) { item, sharing in
            var lists: [String: [JSONValue]] = ["admin": [], "member": [], "other": []]
            for group in item.groups.compactMap({ groups.withID($0) }) where sharing.mayRead(group) {
                let key =
                    switch group.role(of: request.viewer.name) {
                    case "owner", "admin": "admin"
                    case "member": "member"
                    default: "other"
                    }
                lists[key]?.append(GroupsEndpoint.document(group, for: request.viewer.name))
            }
            return .document(.object(lists.mapValues { .array($0) }))
        }
    }

    static func resources(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { _, _ in .document(["total": 0, "start": 1, "num": 0, "nextStart": -1, "resources": []])
        }
    }

    static func relatedItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { _, _ in
            .document(["total": 0, "start": 1, "num": 0, "nextStart": -1, "relatedItems": []])
        }
    }

    /// The picture; the member `thumbnail` of an item already contains the folder.
    static func file(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, _ in
            guard item.document["thumbnail"]?.string == request.captures[1],
                let file = request.content.file("files/items/\(request.captures[1])")
            else { return .failure(.noResource) }
            return .bytes(file, type: MediaType.of(request.captures[1]))
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
        _ request: EndpointRequest, _ body: (PortalContent.Item, Sharing) throws(BlueprintError) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        guard let item = try request.content.items().withID(request.captures[0]) else { return .failure(.noItem) }
        guard sharing.mayRead(item) else {
            let who = request.viewer.name ?? "strangers"
            return .failure(.noPermission, "access", "the item is \(item.access.rawValue) and not shared with \(who)")
        }
        return try body(item, sharing)
    }
}
