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
                reply.headers = [("Content-Disposition", PortalReply.attachment(named: name))]
                return reply
            case .text(let text):
                let bytes = Array(text.utf8)
                guard (try? JSONValue(parsing: text)) != nil else {
                    return .bytes(bytes, type: "text/plain;charset=utf-8")
                }
                return request.format == .html
                    ? .bytes(bytes, type: "application/json;charset=utf-8") : PortalReply(body: .json(bytes))
            case .upload(let file): return .upload(file)
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

    /// The files below `resources/`; private ones show only to those who may change the item.
    static func resources(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, sharing in
            let mayUpdate = sharing.mayUpdate(item)
            let found = item.extras.resources.filter { mayUpdate || !$0.isPrivate }
            return SearchPage(request).reply(found, key: "resources") { resource in
                var members: [String: JSONValue] = [
                    "resource": .string(resource.path), "created": .integer(resource.created),
                    "size": .integer(Int64(resource.file.count)),
                ]
                if mayUpdate { members["access"] = resource.isPrivate ? "private" : "inherit" }
                return .object(members)
            }
        }
    }

    static func resource(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, sharing in
            guard let found = item.extras.resources.first(where: { $0.path == request.captures[1] }),
                !found.isPrivate || sharing.mayUpdate(item)
            else { return .failure(.noResource) }
            return .upload(found.file)
        }
    }

    static func relatedItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, sharing throws(BlueprintError) in
            try ItemRelations.related(to: item, request, sharing)
        }
    }

    static func comments(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, _ in
            SearchPage(request).reply(item.extras.comments, key: "comments") { ItemOpinions.document($0) }
        }
    }

    static func comment(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, _ in
            guard let comment = item.extras.comments.first(where: { $0.id == request.captures[1].lowercased() }) else {
                return .failure(.noComment)
            }
            return .document(ItemOpinions.document(comment))
        }
    }

    /// The viewer's own rating.
    static func rating(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, _ in
            let rating = request.viewer.name.flatMap { item.extras.ratings[$0] }
            return .document(["rating": rating.map { .number($0) } ?? .null])
        }
    }

    /// `content/users/{name}/items/{id}`: the item with how it is shared, for those who control it.
    static func userItem(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        let id = request.captures[request.captures.count - 1]
        guard let item = try request.content.items().withID(id), item.owner == request.captures[0] else {
            return .failure(.noItem)
        }
        guard sharing.controls(item) else {
            return .failure(.noPermission, "access", "the item is not in the hand of the viewer")
        }
        return .document([
            "item": document(item, sharing),
            "sharing": [
                "access": .string(item.access.rawValue), "groups": .array(item.groups.map { .string($0) }),
            ],
        ])
    }

    /// The picture; the member `thumbnail` of an item already contains the folder.
    static func file(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try readable(request) { item, _ in
            let path = request.captures[1]
            if let file = item.extras.info[path] {
                // Only pictures may show in a page of this origin.
                return .upload(file, isAttachment: !file.mediaType.hasPrefix("image/"))
            }
            guard item.document["thumbnail"]?.string == path, let file = request.content.file("files/items/\(path)")
            else { return .failure(path.hasPrefix("metadata/") ? .noItemInfo : .noResource) }
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
