internal import FixtureFiles
internal import JSONValues

extension PortalContent {
    /// Reads every document and follows every reference between them; throws at the first that is wrong.
    ///
    /// Where all mistakes are asked for (`DocumentMistakes`), it goes on with what can be read.
    func check() throws(BlueprintError) {
        let organizations = try DocumentMistakes.part { () throws(BlueprintError) in try self.organizations() }
        let users = try DocumentMistakes.part { () throws(BlueprintError) in try self.users() }
        try DocumentMistakes.part { () throws(BlueprintError) in
            for name in try accountNames() where users?.named(name) == nil {
                let path = fixtures.document(named: Self.folder + "accounts") ?? "accounts"
                try Self.note(
                    WorldReader(.null, source: fixtures.place(of: path)), "", "user", name,
                    (users?.all ?? []).map(\.name))
            }
        }
        try DocumentMistakes.part { () throws(BlueprintError) in
            for name in serviceNames {
                try DocumentMistakes.part { () throws(BlueprintError) in
                    guard let id = try service(name)?.organization, organizations?.withID(id) == nil else { return }
                    let path = fixtures.document(named: Self.folder + "services/\(name)") ?? name
                    try Self.note(
                        WorldReader(.null, source: fixtures.place(of: path)), "orgId", "organization", id,
                        (organizations?.all ?? []).map(\.id))
                }
            }
        }
        guard let organizations, let users else { return }
        try checkUsers(users, organizations)
        let groups = try DocumentMistakes.part { () throws(BlueprintError) in try self.groups() }
        guard let groups else { return }
        try checkGroups(users, groups, organizations)
        try DocumentMistakes.part { () throws(BlueprintError) in try checkItems(users, groups, organizations) }
    }

    private func checkUsers(_ users: Users, _ organizations: Organizations) throws(BlueprintError) {
        for user in users.all {
            if let id = user.organization, organizations.withID(id) == nil {
                try Self.note(user.place, "personal.orgId", "organization", id, organizations.all.map(\.id))
            }
            if let thumbnail = user.profile["thumbnail"]?.string, file("files/users/\(user.name)/\(thumbnail)") == nil {
                try Self.note(user.place, "profile.thumbnail", "file", thumbnail, [])
            }
        }
    }

    private func checkGroups(
        _ users: Users, _ groups: Groups, _ organizations: Organizations
    ) throws(BlueprintError) {
        let names = users.all.map(\.name)
        for group in groups.all {
            if organizations.withID(group.organization) == nil {
                try Self.note(
                    group.place, "group.orgId", "organization", group.organization, organizations.all.map(\.id))
            }
            if let thumbnail = group.document["thumbnail"]?.string, file("files/groups/\(thumbnail)") == nil {
                try Self.note(group.place, "group.thumbnail", "file", thumbnail, [])
            }
            if users.named(group.owner) == nil { try Self.note(group.place, "group.owner", "user", group.owner, names) }
            for (key, people) in [("admins", group.admins), ("members", group.members)] {
                for (index, name) in people.enumerated() where users.named(name) == nil {
                    try Self.note(group.place, "\(key)[\(index)]", "user", name, names)
                }
            }
        }
    }

    private func checkItems(
        _ users: Users, _ groups: Groups, _ organizations: Organizations
    ) throws(BlueprintError) {
        let items = try items()
        for item in items.all {
            if let id = item.organization, organizations.withID(id) == nil {
                try Self.note(item.place, "item.orgId", "organization", id, organizations.all.map(\.id))
            }
            if users.named(item.owner) == nil {
                try Self.note(item.place, "item.owner", "user", item.owner, users.all.map(\.name))
            }
            for (index, id) in item.groups.enumerated() where groups.withID(id) == nil {
                try Self.note(item.place, "groups[\(index)]", "group", id, groups.all.map(\.id))
            }
            if case .file(let name, _) = item.data, file("files/\(name)") == nil {
                try Self.note(item.place, "file", "file", name, [])
            }
            if let thumbnail = item.document["thumbnail"]?.string, file("files/items/\(thumbnail)") == nil {
                try Self.note(item.place, "item.thumbnail", "file", thumbnail, [])
            }
            if item.document["type"]?.string == "Web Map", case .document(let data) = item.data {
                try DocumentMistakes.part { () throws(BlueprintError) in
                    let path = DocumentReader.join(item.place.path, "data")
                    try checkWebMap(WorldReader(data, source: item.place.source, path: path), items)
                }
            }
        }
    }

    /// Says that something is named that is not there; a name that could not be read is told already.
    static func note(
        _ place: WorldReader, _ path: String, _ kind: String, _ name: String, _ allowed: [String]
    ) throws(BlueprintError) {
        // What could not be read may hold it: that is told, and not what follows from it.
        let isUnread = DocumentMistakes.unread.contains {
            $0.split(separator: "/").last?.hasPrefix("\(kind)s.") == true
        }
        guard !name.isEmpty, !isUnread || NearestName.slip(name, among: allowed) != nil else { return }
        try DocumentMistakes.note(
            BlueprintError(
                .worldDocument, source: place.source,
                keyPath: path.isEmpty ? place.path : DocumentReader.join(place.path, path),
                problem: "there is no \(kind) \"\(name)\"", allowed: allowed.filter { !$0.isEmpty }, written: name))
    }
}
