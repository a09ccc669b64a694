internal import JSONValues

/// Shares items with the public, the organization and groups (developers.arcgis.com, "Share Item", "Unshare Items").
enum ItemSharing {
    static func share(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world)
            let left = try share(item, with: ListedGroups(write, in: world), &world, write)
            return ["notSharedWith": texts(left), "itemId": .string(item.id)]
        }
    }

    static func unshare(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world)
            return [
                "notUnsharedFrom": texts(unshare(item, from: try ListedGroups(write, in: world), &world)),
                "itemId": .string(item.id),
            ]
        }
    }

    static func shareItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            let groups = try ListedGroups(write, in: world)
            return try write.each(&world, costing: groups.ids.count) { world, id throws(WriteRefusal) in
                let item = try write.item(id, of: owner, in: world, by: .updateItems)
                return ["notSharedWith": texts(try share(item, with: groups, &world, write))]
            }
        }
    }

    static func unshareItems(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            let groups = try ListedGroups(write, in: world)
            return try write.each(&world, costing: groups.ids.count) { world, id throws(WriteRefusal) in
                let item = try write.item(id, of: owner, in: world, by: .updateItems)
                return ["notUnsharedFrom": texts(unshare(item, from: groups, &world))]
            }
        }
    }

    /// `content/items/{id}/share`: by those who control the item.
    static func shareItem(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            guard write.sharing.controls(item) else { throw .permission("\(write.user.name) does not own the item") }
            return [
                "notSharedWith": texts(try share(item, with: ListedGroups(write, in: world), &world, write)),
                "itemId": .string(item.id),
            ]
        }
    }

    /// `content/items/{id}/unshare`: also by who manages the group that the item is taken from.
    static func unshareItem(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            let groups = try ListedGroups(write, in: world)
            let manages =
                !groups.ids.isEmpty
                && groups.ids.allSatisfy { id in
                    ["owner", "admin"].contains(world.groups.withID(id)?.role(of: write.user.name))
                }
            guard write.sharing.controls(item) || manages else {
                throw .permission("\(write.user.name) neither owns the item nor manages the group")
            }
            return ["notUnsharedFrom": texts(unshare(item, from: groups, &world)), "itemId": .string(item.id)]
        }
    }

    /// Gives the groups that the item could not be shared with: those that the user is not in, or may only look at.
    private static func share(
        _ item: PortalContent.Item, with wanted: ListedGroups, _ world: inout PortalContent.World, _ write: ContentWrite
    ) throws(WriteRefusal) -> [String] {
        let isOwn = item.owner == write.user.name
        let (everyone, organization) = (try flag("everyone", write), try flag("org", write))
        var access = item.access
        if everyone == true || everyone == nil && organization == true && access == .public {
            access = .public
        } else if organization == true {
            access = .org
        } else if everyone != nil || organization != nil {
            access = .private
        }
        if access != item.access {
            if access == .public { try write.require(isOwn ? .shareToPublic : .shareItemsOfOthersToPublic) }
            if access == .org {
                guard item.organization != nil else {
                    throw .failed("Unable to share item.", "\(item.owner) belongs to no organization.")
                }
                try write.require(isOwn ? .shareToOrg : .shareItemsOfOthersToOrg)
            }
        }
        if !wanted.ids.isEmpty { try write.require(isOwn ? .shareToGroup : .shareItemsOfOthersToGroup) }
        var groups = item.groups
        var known = Set(groups)
        var left: [String] = []
        for id in wanted.ids where !known.contains(id) {
            guard wanted.open.contains(id) else {
                left.append(id)
                continue
            }
            groups.append(id)
            known.insert(id)
        }
        set(access, groups, of: item.id, &world)
        return left
    }

    /// Gives the groups that the item was not shared with.
    private static func unshare(
        _ item: PortalContent.Item, from wanted: ListedGroups, _ world: inout PortalContent.World
    ) -> [String] {
        let (before, unwanted) = (Set(item.groups), Set(wanted.ids))
        set(item.access, item.groups.filter { !unwanted.contains($0) }, of: item.id, &world)
        return wanted.ids.filter { !before.contains($0) }
    }

    /// An item that is shared with groups alone is `shared`, one that is not shared at all `private`.
    private static func set(
        _ access: SharingLevel, _ groups: [String], of id: String, _ world: inout PortalContent.World
    ) {
        _ = world.items.change(id) { item in
            item.groups = groups
            item.access = [.public, .org].contains(access) ? access : groups.isEmpty ? .private : .shared
        }
    }

    private static func flag(_ name: String, _ write: ContentWrite) throws(WriteRefusal) -> Bool? {
        switch write.request[name]?.lowercased() {
        case nil, "": nil
        case "true": true
        case "false": false
        default: throw .parameter(name, "is neither true nor false")
        }
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}

/// The groups that a request shares items with, or takes them out of.
private struct ListedGroups {
    /// Their ids as the request lists them.
    let ids: [String]
    /// Those that the user may add items to.
    let open: Set<String>

    /// Reads them. Throws where an id is longer than any: the answer repeats those that do not help.
    init(_ write: ContentWrite, in world: PortalContent.World) throws(WriteRefusal) {
        ids = try write.list("groups")
        if let long = ids.first(where: { $0.utf8.count > Self.longestID }) {
            throw .parameter("groups", "lists \(BodyProblem.quoted(long)), which is no id of a group")
        }
        open = Set(ids.filter { world.groups.withID($0).map { Self.isOpen($0, to: write) } ?? false })
    }

    private static func isOpen(_ group: PortalContent.Group, to write: ContentWrite) -> Bool {
        let role = group.role(of: write.user.name)
        if ["owner", "admin"].contains(role) || write.administers(group.organization, by: .updateGroups) {
            return true
        }
        return role == "member" && group.document["isViewOnly"] != true
    }

    /// Bytes of what is taken for an id; those of a portal have 32 digits.
    private static let longestID = 128
}
