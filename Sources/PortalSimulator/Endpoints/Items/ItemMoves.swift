internal import JSONValues

/// Deletes, protects, moves, copies and reassigns items.
enum ItemMoves {
    static func delete(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, by: .deleteItems)
            try requireUnprotected(item)
            world.removeItems([item.id])
            return ["success": true, "itemId": .string(item.id)]
        }
    }

    static func deleteItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .deleteItems)
            var gone: Set<String> = []
            let results = try write.each(&world) { world, id throws(WriteRefusal) in
                guard !gone.contains(id) else { throw .noItem(id, of: owner) }
                try requireUnprotected(try write.item(id, of: owner, in: world, by: .deleteItems))
                gone.insert(id)
                return [:]
            }
            world.removeItems(gone)
            return results
        }
    }

    /// Esri/hub.js issue 342 has the words; the code is among those that Experience Builder looks for.
    private static func requireUnprotected(_ item: PortalContent.Item) throws(WriteRefusal) {
        guard !item.isProtected else {
            throw .failed("Unable to delete item \(item.id). Delete protection is turned on.", messageCode: "CONT_0048")
        }
    }

    static func protect(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try setProtected(true, request)
    }

    static func unprotect(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try setProtected(false, request)
    }

    private static func setProtected(_ isProtected: Bool, _ request: EndpointRequest) throws(BlueprintError)
        -> PortalReply
    {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world)
            _ = world.items.change(item.id) { $0.document["protected"] = .bool(isProtected) }
            return ["success": true]
        }
    }

    static func move(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world)
            guard let owner = world.users.named(item.owner) else { throw WriteRefusal(.noUser, "the owner is gone") }
            guard request["folder"] != nil else { throw .parameter("folder", "must be specified; / is the root") }
            let folder = try write.targetFolder("folder", of: owner)
            _ = world.items.change(item.id) { $0.folder = folder }
            return [
                "success": true, "itemId": .string(item.id), "owner": .string(item.owner),
                "folder": .string(folder ?? "/"),
            ]
        }
    }

    static func moveItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            guard request["folder"] != nil else { throw .parameter("folder", "must be specified; / is the root") }
            let folder = try write.targetFolder("folder", of: owner)
            return try write.each(&world) { world, id throws(WriteRefusal) in
                let item = try write.item(id, of: owner, in: world, by: .updateItems)
                _ = world.items.change(item.id) { $0.folder = folder }
                return [:]
            }
        }
    }

    /// Copies an item; the copy is private, the asking user's own, and related to nothing (developers.arcgis.com, "Copy Item").
    static func copy(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            try write.require(.createItem)
            let folder = try write.targetFolder("folder", of: write.user)
            var copy = PortalContent.Item(
                id: RandomText.identifier(), title: request["title"].flatMap { $0.isEmpty ? nil : $0 } ?? item.title,
                owner: write.user.name, organization: write.user.organization, document: item.document, data: item.data)
            copy.folder = folder
            copy.extras.info = item.extras.info
            if request["includeResources"]?.lowercased() == "true" {
                let takesPrivate = request["copyPrivateResources"]?.lowercased() == "true"
                copy.extras.resources = item.extras.resources.filter { !$0.isPrivate || takesPrivate }
            }
            for key in ["created", "modified"] { copy.document[key] = .integer(write.time) }
            for key in ["numViews", "numRatings", "numComments", "avgRating"] { copy.document[key] = 0 }
            copy.document["protected"] = false
            copy.document["listed"] = false
            if request["tags"]?.isEmpty == false {
                copy.document["tags"] = .array(try write.list("tags").map { .string($0) })
            }
            copy.countSize()
            world.items.add(copy)
            return ["success": true, "itemId": .string(copy.id), "folder": folder.map { .string($0) } ?? .null]
        }
    }

    static func reassign(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, by: .reassignItemsOfOthers)
            try reassign(item.id, to: try target(write, &world), &world, write)
            return ["success": true, "itemId": .string(item.id)]
        }
    }

    static func reassignItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .reassignItemsOfOthers)
            let target = try target(write, &world)
            return try write.each(&world) { world, id throws(WriteRefusal) in
                let item = try write.item(id, of: owner, in: world, by: .reassignItemsOfOthers)
                try reassign(item.id, to: target, &world, write)
                return [:]
            }
        }
    }

    /// Who gets the items and in which folder, which is made where it is missing (developers.arcgis.com, "Reassign Item").
    private static func target(
        _ write: ContentWrite, _ world: inout PortalContent.World
    ) throws(WriteRefusal) -> (user: PortalContent.User, folder: String?) {
        guard let name = write.request["targetUsername"], let user = world.users.named(name) else {
            throw .parameter("targetUsername", "must be the name of a user")
        }
        guard user.organization != nil, user.organization == write.user.organization else {
            throw .permission("\(name) is no member of the organization")
        }
        guard user.privileges.contains(.createItem) else {
            throw .failed("Unable to reassign item.", "\(name) may own no items.")
        }
        let title = write.request["targetFoldername"] ?? write.request["targetFolderName"] ?? ""
        if title.isEmpty || title == "/" { return (user, nil) }
        if let folder = user.folders.first(where: { $0["title"]?.string?.lowercased() == title.lowercased() }) {
            return (user, folder["id"]?.string)
        }
        try TextBound.title.require(title, of: "targetFoldername")
        return (user, try write.makeFolder(title, of: user, in: &world)["id"]?.string)
    }

    private static func reassign(
        _ id: String, to target: (user: PortalContent.User, folder: String?), _ world: inout PortalContent.World,
        _ write: ContentWrite
    ) throws(WriteRefusal) {
        guard write.has(.reassignItems) || write.has(.reassignItemsOfOthers) else {
            throw .permission("\(write.user.name) has not got the privilege \(Privilege.reassignItems.rawValue)")
        }
        _ = world.items.change(id) { item in
            item.owner = target.user.name
            item.organization = target.user.organization
            item.folder = target.folder
        }
    }
}
