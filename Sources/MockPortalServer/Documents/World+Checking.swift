internal import FixtureFiles
internal import JSONValues

extension World {
    /// Reads every document and follows every reference between them; throws at the first that is wrong.
    func check() throws(BlueprintError) {
        let organizations = try organizations()
        let users = try users()
        let groups = try groups()
        for name in try accountNames() where users.named(name) == nil {
            throw Self.dangling("accounts.json", "", "user", name, users.all.map(\.name))
        }
        for (index, user) in users.all.enumerated() {
            if let id = user.organization, organizations.withID(id) == nil {
                throw Self.dangling(
                    "users.json", "users[\(index)].personal.orgId", "organization", id, organizations.all.map(\.id))
            }
            if let thumbnail = user.profile["thumbnail"]?.string, file("files/users/\(user.name)/\(thumbnail)") == nil {
                throw Self.dangling("users.json", "users[\(index)].profile.thumbnail", "file", thumbnail, [])
            }
        }
        for (index, group) in groups.all.enumerated() {
            for name in [group.owner] + group.admins + group.members where users.named(name) == nil {
                throw Self.dangling("groups.json", "groups[\(index)]", "user", name, users.all.map(\.name))
            }
        }
        try checkItems(users, groups)
        for name in serviceNames { _ = try service(name) }
    }

    private func checkItems(_ users: Users, _ groups: Groups) throws(BlueprintError) {
        for (index, item) in try items().all.enumerated() {
            if users.named(item.owner) == nil {
                throw Self.dangling(
                    "items.json", "items[\(index)].item.owner", "user", item.owner, users.all.map(\.name))
            }
            for id in item.groups where groups.withID(id) == nil {
                throw Self.dangling("items.json", "items[\(index)].groups", "group", id, groups.all.map(\.id))
            }
            if case .file(let name, _) = item.data, file("files/\(name)") == nil {
                throw Self.dangling("items.json", "items[\(index)].file", "file", name, [])
            }
            if let thumbnail = item.document["thumbnail"]?.string, file("files/items/\(thumbnail)") == nil {
                throw Self.dangling("items.json", "items[\(index)].item.thumbnail", "file", thumbnail, [])
            }
        }
    }

    private static func dangling(
        _ file: String, _ path: String, _ kind: String, _ name: String, _ allowed: [String]
    ) -> BlueprintError {
        BlueprintError(
            .worldDocument, source: folder + file, keyPath: path, problem: "there is no \(kind) \"\(name)\"",
            allowed: allowed, written: name)
    }
}
