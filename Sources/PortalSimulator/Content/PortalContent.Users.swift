internal import JSONValues

extension PortalContent {
    /// `users.json`: the users by name, whose case counts.
    struct Users: Sendable {
        private(set) var all: [User]
        /// Bytes that clients wrote about all users together.
        private(set) var writtenBytes = 0
        private var byName: [String: Int]

        /// Reads the users; `organization` is that of the own ones who name none.
        init(_ documents: WorldDocuments, organization: String?) throws(BlueprintError) {
            var all: [User] = []
            var byName: [String: Int] = [:]
            for entry in try documents.entries("users", name: { $0["profile"]?["username"]?.string }) {
                let user = try User(entry, organization: organization)
                if byName.updateValue(all.count, forKey: user.name) != nil, !user.name.isEmpty {
                    try entry.reader.note("there are two users \"\(user.name)\"")
                }
                all.append(user)
            }
            self.all = all
            self.byName = byName
        }

        /// The user with exactly this name.
        func named(_ name: String) -> User? { byName[name].map { all[$0] } }

        /// The user whom a path names, by the name or else by the id.
        ///
        /// Esri's Python package `arcgis` asks for `community/users/{id}` with the ids that a search has found
        /// (`UserManager.search`), of portals newer than 6.4.
        func at(_ segment: String) -> User? {
            named(segment) ?? all.first { $0.personal["id"]?.string == segment }
        }

        /// Changes the user with a name; nil where there is none. The name itself stays.
        mutating func change<Result, Problem: Error>(
            _ name: String, _ body: (inout User) throws(Problem) -> Result
        ) throws(Problem) -> Result? {
            guard let index = byName[name] else { return nil }
            let before = all[index].writtenBytes
            let result = try body(&all[index])
            weigh(index, before: before)
            return result
        }

        /// Adds a user, whose name no other has.
        mutating func add(_ user: User) {
            byName[user.name] = all.count
            all.append(user)
            weigh(all.count - 1, before: 0)
        }

        /// Counts a user who was added or changed.
        private mutating func weigh(_ index: Int, before: Int) {
            all[index].weigh()
            writtenBytes += all[index].writtenBytes - before
        }

        /// Takes a user away; false where there is none.
        mutating func remove(_ name: String) -> Bool {
            guard let index = byName.removeValue(forKey: name) else { return false }
            writtenBytes -= all[index].writtenBytes
            all.remove(at: index)
            for later in all.indices[index...] { byName[all[later].name] = later }
            return true
        }
    }

    /// One user in the two forms of the document.
    struct User: Sendable {
        let name: String
        var organization: String?
        var access: SharingLevel { didSet { personal["access"] = .string(access.rawValue) } }
        /// What everybody sees who may see the profile.
        var profile: [String: JSONValue]
        /// What only the user and the organization's administrators see besides.
        var personal: [String: JSONValue]
        /// Folders of the user's content, as `createFolder` answers them.
        var folders: [JSONValue]
        /// What the user is told until it is deleted (developers.arcgis.com, "Notifications"), the newest last.
        var notifications: [JSONValue] = []
        /// What clients keep for the user (developers.arcgis.com, "Set Properties").
        var properties: JSONValue = .object([:])
        /// The picture that a client gave; nil where there is none, or that of the files.
        var picture: StoredFile?
        /// Bytes that clients wrote about the user; none of a user of the world who was never changed.
        private(set) var writtenBytes = 0
        /// Its fields as searches compare them.
        private(set) var searched = SearchTexts()

        /// Whether it stands in a folder of one's own.
        let isOwn: Bool
        /// Where it stands.
        let place: WorldReader

        /// Counts what clients wrote about the user, and forgets how the fields were searched; done after each change.
        fileprivate mutating func weigh() {
            searched = SearchTexts()
            writtenBytes =
                profile.weight + personal.weight + properties.weight
                + (folders + notifications).reduce(0) { $0 + $1.weight }
                + (picture?.count ?? 0)
        }

        /// A member that an administrator made; `profile` and `personal` are laid over by the name and the organization.
        init(name: String, organization: String?, profile: [String: JSONValue], personal: [String: JSONValue]) {
            self.name = name
            self.organization = organization
            access = .org
            self.profile = profile.merging(["username": .string(name)]) { $1 }
            self.personal = personal.merging(["access": "org"]) { $1 }
            self.personal["orgId"] = organization.map { .string($0) }
            folders = []
            isOwn = false
            place = WorldReader(.null, source: "a client")
        }

        init(_ entry: WorldDocuments.Entry, organization home: String?) throws(BlueprintError) {
            let (reader, isOwn) = (entry.reader, entry.isOwn)
            try reader.allow(["profile", "personal", "folders"])
            let profile = try reader.member("profile")
            profile.suspect(WorldKeys.user)
            reader.optional("personal")?.suspect(WorldKeys.user)
            self.isOwn = isOwn
            place = reader
            name = try profile.member("username").text()
            let shown = WorldDefaults.profile(try profile.object())
            var personal = try isOwn ? reader : reader.member("personal", isOptionalInOwn: true)
            if isOwn {
                let told = try reader.optional("personal")?.object() ?? [:]
                personal = WorldReader(
                    .object(WorldDefaults.personal(told, name: name, organization: home)), source: reader.source,
                    path: DocumentReader.join(reader.path, "personal"))
            }
            access =
                try (isOwn ? personal.optional("access") : personal.member("access", isOptionalInOwn: true))?.word()
                ?? .org
            self.organization = try personal.optional("orgId")?.text()
            let members = try personal.object()
            // ArcGIS API for Python fails without it.
            _ = try (isOwn ? personal.optional("privileges") : personal.member("privileges", isOptionalInOwn: true))?
                .list()
            DocumentTrace.note(.null, at: DocumentReader.join(profile.path, "thumbnail"))
            DocumentTrace.note(.null, at: DocumentReader.join(personal.path, "orgId"))
            if let thumbnail = profile.optional("thumbnail"), !thumbnail.value.isNull { _ = try thumbnail.text() }
            for folder in try reader.optional("folders")?.list() ?? [] {
                _ = try folder.member("id").identifier()
                _ = try folder.member("title").text()
            }
            folders = reader.optional("folders")?.value.array ?? []
            self.profile = shown
            self.personal = entry.defaults.merging(members) { $1 }
        }
    }
}
