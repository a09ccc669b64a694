internal import FixtureFiles
internal import JSONValues

extension PortalContent {
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
            if organizations.withID(group.organization) == nil {
                throw Self.dangling(
                    "groups.json", "groups[\(index)].group.orgId", "organization", group.organization,
                    organizations.all.map(\.id))
            }
            if let thumbnail = group.document["thumbnail"]?.string, file("files/groups/\(thumbnail)") == nil {
                throw Self.dangling("groups.json", "groups[\(index)].group.thumbnail", "file", thumbnail, [])
            }
            for name in [group.owner] + group.admins + group.members where users.named(name) == nil {
                throw Self.dangling("groups.json", "groups[\(index)]", "user", name, users.all.map(\.name))
            }
        }
        for name in serviceNames {
            guard let id = try service(name)?.organization, organizations.withID(id) == nil else { continue }
            throw Self.dangling("services/\(name).json", "orgId", "organization", id, organizations.all.map(\.id))
        }
        try checkItems(users, groups, organizations)
    }

    private func checkItems(
        _ users: Users, _ groups: Groups, _ organizations: Organizations
    ) throws(BlueprintError) {
        let items = try items()
        for (index, item) in items.all.enumerated() {
            if let id = item.organization, organizations.withID(id) == nil {
                throw Self.dangling(
                    "items.json", "items[\(index)].item.orgId", "organization", id, organizations.all.map(\.id))
            }
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
            if item.document["type"]?.string == "Web Map", case .document(let data) = item.data {
                try checkWebMap(
                    WorldReader(data, source: Self.folder + "items.json", path: "items[\(index)].data"), items)
            }
        }
    }

    static func dangling(
        _ file: String, _ path: String, _ kind: String, _ name: String, _ allowed: [String]
    ) -> BlueprintError {
        BlueprintError(
            .worldDocument, source: folder + file, keyPath: path, problem: "there is no \(kind) \"\(name)\"",
            allowed: allowed, written: name)
    }
}
