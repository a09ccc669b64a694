/// How much of what clients make more of there is.
struct WorldSize {
    private let items: Int
    private let itemBytes: Int
    private let contentBytes: Int
    private let relationships: Int
    private let groups: Int

    init(_ world: PortalContent.World) {
        items = world.items.all.count
        itemBytes = world.items.writtenBytes
        contentBytes =
            world.groups.writtenBytes + world.users.writtenBytes + world.organizations.writtenBytes
            + world.addedServices.values.reduce(0) { $0 + $1.writtenBytes }
            + world.replicas.reduce(0) { $0 + $1.writtenBytes }
        relationships = world.items.relationships.count
        groups = world.groups.all.count
    }

    /// Throws where something grew over its limit.
    func check(against before: WorldSize, _ limits: ResourceLimits) throws(WriteRefusal) {
        let checks = [
            ("items", items, before.items, limits.items),
            ("bytes of items", itemBytes, before.itemBytes, limits.itemBytes),
            (
                "bytes of groups, users, organizations, services and replicas", contentBytes, before.contentBytes,
                limits.contentBytes
            ),
            ("relationships of items", relationships, before.relationships, limits.relationships),
            ("groups", groups, before.groups, limits.groups),
        ]
        for (what, now, earlier, limit) in checks where now > limit && now > earlier {
            throw .limit("the portal keeps \(limit) \(what) until it is reset")
        }
    }
}
