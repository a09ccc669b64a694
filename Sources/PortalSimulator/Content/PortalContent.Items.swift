internal import JSONValues

extension PortalContent {
    /// `items.json`: the items by id.
    struct Items: Sendable {
        let all: [Item]
        private let byID: [String: Int]

        /// Reads the items; `home` says whose they are where they do not, `organization` where a user belongs.
        init(
            _ documents: WorldDocuments, home: Home, organization: (String) throws(BlueprintError) -> String?
        ) throws(BlueprintError) {
            var all: [Item] = []
            var byID: [String: Int] = [:]
            for entry in try documents.entries("items", name: { Self.name($0) }) {
                let item = try Item(entry, home: home, organization: organization)
                if byID.updateValue(all.count, forKey: item.id) != nil, !item.id.isEmpty {
                    try entry.reader.note("there are two items \(item.id)")
                }
                all.append(item)
            }
            self.all = all
            self.byID = byID
        }

        func withID(_ id: String) -> Item? { byID[id].map { all[$0] } }

        /// The id that an entry has or gets.
        static func name(_ entry: JSONValue) -> String? {
            entry["item"]?["id"]?.string
                ?? entry["item"]?["title"]?.string.map { WorldDefaults.identifier("item", $0) }
        }

        func contains(where test: (Item) -> Bool) -> Bool { all.contains(where: test) }
    }

    /// One item.
    struct Item: Sendable {
        let id: String
        let title: String
        let owner: String
        let organization: String?
        let access: SharingLevel
        /// Ids of the groups it is shared with.
        let groups: [String]
        let folder: String?
        let document: [String: JSONValue]
        let data: ItemData
        /// Its fields as searches compare them.
        let searched = SearchTexts()

        /// Where it stands.
        let place: WorldReader

        init(
            _ entry: WorldDocuments.Entry, home: Home, organization: (String) throws(BlueprintError) -> String?
        ) throws(BlueprintError) {
            let reader = entry.reader
            try reader.allow(["item", "groups", "folder", "data", "file", "fileType"])
            let item = try reader.member("item")
            place = reader
            item.suspect(WorldKeys.item)
            title = try item.member("title").text()
            id = try item.optional("id")?.identifier() ?? WorldDefaults.identifier("item", title)
            owner = try item.optional("owner")?.text() ?? home.user
            self.organization =
                if let told = item.optional("orgId") { try told.text() } else { try organization(owner) }
            _ = try item.member("type").text()
            DocumentTrace.note(.any, at: DocumentReader.join(reader.path, "data"))
            groups = try reader.optional("groups")?.texts() ?? []
            // Whoever names groups in a folder of their own, and nothing else, means them and not everybody.
            let usual = entry.isAdded && !groups.isEmpty ? SharingLevel.shared : .public
            access = try item.optional("access")?.word() ?? usual
            folder = try reader.optional("folder")?.text()
            if let file = reader.optional("file") {
                data = .file(
                    try file.text(), type: try reader.optional("fileType")?.text() ?? "application/octet-stream")
            } else {
                data = reader.optional("data").map { .document($0.value) } ?? .none
            }
            var told: [String: JSONValue] = [
                "id": .string(id), "owner": .string(owner), "access": .string(access.rawValue),
            ]
            if let id = self.organization { told["orgId"] = .string(id) }
            document = entry.defaults.merging(told) { $1 }.merging(try item.object()) { $1 }
        }
    }

    /// What `/data` of an item holds.
    enum ItemData: Sendable {
        /// Nothing: the answer is empty, not an error.
        case none
        case document(JSONValue)
        /// A file of `Fixtures/world/files`.
        case file(String, type: String)
    }
}
