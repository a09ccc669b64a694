internal import JSONValues

extension PortalContent {
    /// `users.json`: the users by name, whose case counts.
    struct Users: Sendable {
        let all: [User]
        private let byName: [String: Int]

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["defaults", "users"])
            let defaults = try reader.optional("defaults")?.object() ?? [:]
            var all: [User] = []
            var byName: [String: Int] = [:]
            for element in try reader.member("users").list() {
                let user = try User(element, defaults: defaults)
                guard byName.updateValue(all.count, forKey: user.name) == nil else {
                    throw element.complaint("there are two users \"\(user.name)\"")
                }
                all.append(user)
            }
            self.all = all
            self.byName = byName
        }

        /// The user with exactly this name.
        func named(_ name: String) -> User? { byName[name].map { all[$0] } }
    }

    /// One user in the two forms of the document.
    struct User: Sendable {
        let name: String
        let organization: String?
        let access: SharingLevel
        let isAdministrator: Bool
        /// What everybody sees who may see the profile.
        let profile: [String: JSONValue]
        /// What only the user and the organization's administrators see besides.
        let personal: [String: JSONValue]
        /// Folders of the user's content.
        let folders: [JSONValue]
        /// Its fields as searches compare them.
        let searched = SearchTexts()

        init(_ reader: WorldReader, defaults: [String: JSONValue]) throws(BlueprintError) {
            try reader.allow(["profile", "personal", "folders"])
            let profile = try reader.member("profile")
            let personal = try reader.member("personal")
            name = try profile.member("username").text()
            access = try personal.member("access").word()
            organization = try personal.optional("orgId")?.text()
            isAdministrator = personal.value["role"]?.string == "org_admin"
            // ArcGIS API for Python fails without it.
            _ = try personal.member("privileges").list()
            let thumbnail = try profile.member("thumbnail")
            if !thumbnail.value.isNull { _ = try thumbnail.text() }
            for folder in try reader.optional("folders")?.list() ?? [] {
                _ = try folder.member("id").identifier()
                _ = try folder.member("title").text()
            }
            folders = reader.optional("folders")?.value.array ?? []
            self.profile = try profile.object()
            self.personal = defaults.merging(try personal.object()) { $1 }
        }
    }
}
