internal import JSONValues

extension PortalContent {
    /// `groups.json`: the groups and who is in them.
    struct Groups: Sendable {
        let all: [Group]

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["defaults", "groups"])
            let defaults = try reader.optional("defaults")?.object() ?? [:]
            var all: [Group] = []
            for element in try reader.member("groups").list() { all.append(try Group(element, defaults: defaults)) }
            self.all = all
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

        init(_ reader: WorldReader, defaults: [String: JSONValue]) throws(BlueprintError) {
            try reader.allow(["group", "admins", "members"])
            let group = try reader.member("group")
            id = try group.member("id").identifier()
            owner = try group.member("owner").text()
            access = try group.member("access").word()
            organization = try group.member("orgId").text()
            _ = try group.member("title").text()
            admins = try reader.optional("admins")?.texts() ?? []
            members = try reader.optional("members")?.texts() ?? []
            document = defaults.merging(try group.object()) { $1 }
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
