internal import JSONValues

extension PortalContent {
    /// `groups.json`: the groups and who is in them.
    struct Groups: Sendable {
        private(set) var all: [Group]
        private var byID: [String: Int] = [:]
        /// Invitations that were not answered yet.
        var invitations: [GroupInvitation] = []
        /// Bytes that clients wrote into all groups together.
        private(set) var writtenBytes = 0
        /// What every group's document has.
        let defaults: [String: JSONValue]

        /// Reads the groups; `home` says whose they are where they do not.
        init(_ documents: WorldDocuments, home: Home) throws(BlueprintError) {
            var all: [Group] = []
            var byID: [String: Int] = [:]
            var defaults: [String: JSONValue] = [:]
            for entry in try documents.entries("groups", name: { Self.name($0) }) {
                defaults = entry.defaults
                let group = try Group(entry, home: home)
                if byID[group.id] != nil, !group.id.isEmpty {
                    try entry.reader.note("there are two groups \(group.id)")
                }
                if byID[group.id] == nil { byID[group.id] = all.count }
                all.append(group)
            }
            self.all = all
            self.byID = byID
            self.defaults = defaults
        }

        private static func name(_ entry: JSONValue) -> String? {
            entry["group"]?["id"]?.string
                ?? entry["group"]?["title"]?.string.map { WorldDefaults.identifier("group", $0) }
        }

        func withID(_ id: String) -> Group? { byID[id].map { all[$0] } }

        /// Adds a group, whose id no other has.
        mutating func add(_ group: Group) {
            byID[group.id] = all.count
            all.append(group)
            weigh(all.count - 1, before: 0)
        }

        /// Changes the group with an id; nil where there is none.
        mutating func change<Result, Problem: Error>(
            _ id: String, _ body: (inout Group) throws(Problem) -> Result
        ) throws(Problem) -> Result? {
            guard let index = byID[id] else { return nil }
            let before = all[index].writtenBytes
            let result = try body(&all[index])
            weigh(index, before: before)
            return result
        }

        /// Takes a group away; false where there is none.
        mutating func remove(_ id: String) -> Bool {
            guard let index = byID.removeValue(forKey: id) else { return false }
            writtenBytes -= all[index].writtenBytes
            all.remove(at: index)
            for later in all.indices[index...] { byID[all[later].id] = later }
            invitations.removeAll { $0.group == id }
            return true
        }

        /// Takes a user out of every group and ends their invitations; what they own stays.
        mutating func removeUser(_ name: String) {
            for index in all.indices { all[index].remove(name) }
            invitations.removeAll { $0.username == name }
        }

        /// Counts a group that was added or changed.
        private mutating func weigh(_ index: Int, before: Int) {
            all[index].weigh()
            writtenBytes += all[index].writtenBytes - before
        }
    }

    /// An invitation into a group (developers.arcgis.com, "Invite To Group").
    struct GroupInvitation: Sendable {
        let id: String
        let group: String
        let username: String
        let from: String
        /// Whether who accepts it manages the group.
        let isForManager: Bool
        /// Portal time in milliseconds.
        let created: Int64
        /// Portal time in milliseconds at which it is over; nil for never.
        let expires: Int64?
    }

    /// The wish of a user to be in a group (developers.arcgis.com, "Join Group").
    struct GroupApplication: Sendable {
        let username: String
        /// Portal time in milliseconds.
        let received: Int64
    }

    /// One group.
    struct Group: Sendable {
        let id: String
        var owner: String { didSet { document["owner"] = .string(owner) } }
        var access: SharingLevel { didSet { document["access"] = .string(access.rawValue) } }
        let organization: String
        var admins: [String]
        var members: [String]
        /// Wishes to join that were not answered yet.
        var applications: [GroupApplication] = []
        /// The picture that a client gave it; nil where it has none, or that of the files.
        var thumbnail: StoredFile?
        var document: [String: JSONValue]
        /// Bytes that clients wrote into it; none of a group of the world that was never changed.
        private(set) var writtenBytes = 0
        /// Its fields as searches compare them.
        private(set) var searched = SearchTexts()

        /// Where it stands; for one that a client made, nowhere.
        let place: WorldReader

        /// A group that a client made; `document` is laid over by the members that these make.
        init(
            id: String, owner: String, access: SharingLevel, organization: String, document: [String: JSONValue]
        ) {
            self.id = id
            self.owner = owner
            self.access = access
            self.organization = organization
            admins = []
            members = []
            let told: [String: JSONValue] = [
                "id": .string(id), "owner": .string(owner), "access": .string(access.rawValue),
                "orgId": .string(organization),
            ]
            self.document = document.merging(told) { $1 }
            place = WorldReader(.null, source: "a client")
        }

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

        /// Counts what clients wrote into it, and forgets how its fields were searched; done after each change.
        fileprivate mutating func weigh() {
            searched = SearchTexts()
            let names = (admins + members + applications.map(\.username)).reduce(0) { $0 + 16 + $1.utf8.count }
            writtenBytes = document.weight + names + (thumbnail?.count ?? 0)
        }

        /// Whether a user belongs to it in any role.
        func includes(_ user: String) -> Bool { user == owner || admins.contains(user) || members.contains(user) }

        /// Makes a user a member or a manager, whatever they were; the owner stays the owner.
        mutating func add(_ name: String, asManager isManager: Bool = false) {
            applications.removeAll { $0.username == name }
            guard name != owner else { return }
            remove(name)
            if isManager { admins.append(name) } else { members.append(name) }
        }

        /// Takes a user out, and their wish to join.
        mutating func remove(_ name: String) {
            admins.removeAll { $0 == name && $0 != owner }
            members.removeAll { $0 == name }
            applications.removeAll { $0.username == name }
        }

        /// Whether it may not be deleted until `unprotect`.
        var isProtected: Bool { document["protected"]?.bool == true }

        /// The user's role as the member `userMembership` names it.
        func role(of user: String?) -> String {
            guard let user else { return "none" }
            if user == owner { return "owner" }
            if admins.contains(user) { return "admin" }
            return members.contains(user) ? "member" : "none"
        }
    }
}
