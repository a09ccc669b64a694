internal import JSONValues

extension PortalContent {
    /// `groups.json`: the groups and who is in them.
    struct Groups: Sendable {
        let all: [Group]

        /// Reads the groups; `home` says whose they are where they do not.
        init(_ documents: WorldDocuments, home: Home) throws(BlueprintError) {
            var all: [Group] = []
            for entry in try documents.entries("groups", name: { Self.name($0) }) {
                let group = try Group(entry, home: home)
                if all.contains(where: { $0.id == group.id }), !group.id.isEmpty {
                    try entry.reader.note("there are two groups \(group.id)")
                }
                all.append(group)
            }
            self.all = all
        }

        private static func name(_ entry: JSONValue) -> String? {
            entry["group"]?["id"]?.string
                ?? entry["group"]?["title"]?.string.map { WorldDefaults.identifier("group", $0) }
        }

        func withID(_ id: String) -> Group? { all.first { $0.id == id } }
    }

    /// One group.
    struct Group: Sendable {
        let id: String
        let owner: String
        let access: SharingLevel
        let organization: String
        let admins: [String]
        let members: [String]
        let document: [String: JSONValue]
        /// Its fields as searches compare them.
        let searched = SearchTexts()

        /// Where it stands.
        let place: WorldReader

        init(_ entry: WorldDocuments.Entry, home: Home) throws(BlueprintError) {
            let reader = entry.reader
            try reader.allow(["group", "admins", "members"])
            let group = try reader.member("group")
            place = reader
            let title = try group.member("title").text()
            id = try group.optional("id")?.identifier() ?? WorldDefaults.identifier("group", title)
            owner = try group.optional("owner")?.text() ?? home.user
            access = try group.optional("access")?.word() ?? .org
            organization = try group.optional("orgId")?.text() ?? home.organization
            admins = try reader.optional("admins")?.texts() ?? []
            members = try reader.optional("members")?.texts() ?? []
            let told: [String: JSONValue] = [
                "id": .string(id), "owner": .string(owner), "access": .string(access.rawValue),
                "orgId": .string(organization),
            ]
            document = entry.defaults.merging(told) { $1 }.merging(try group.object()) { $1 }
        }

        /// Whether a user belongs to it in any role.
        func includes(_ user: String) -> Bool { user == owner || admins.contains(user) || members.contains(user) }

        /// The user's role as the member `userMembership` names it.
        func role(of user: String?) -> String {
            guard let user else { return "none" }
            if user == owner { return "owner" }
            if admins.contains(user) { return "admin" }
            return members.contains(user) ? "member" : "none"
        }
    }
}
