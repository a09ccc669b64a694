internal import JSONValues

extension PortalContent {
    /// `items.json`: the items by id.
    struct Items: Sendable {
        let all: [Item]
        private let byID: [String: Int]

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["defaults", "items"])
            let defaults = try reader.optional("defaults")?.object() ?? [:]
            var all: [Item] = []
            var byID: [String: Int] = [:]
            for element in try reader.member("items").list() {
                let item = try Item(element, defaults: defaults)
                guard byID.updateValue(all.count, forKey: item.id) == nil else {
                    throw element.complaint("there are two items \(item.id)")
                }
                all.append(item)
            }
            self.all = all
            self.byID = byID
        }

        func withID(_ id: String) -> Item? { byID[id].map { all[$0] } }

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

        init(_ reader: WorldReader, defaults: [String: JSONValue]) throws(BlueprintError) {
            try reader.allow(["item", "groups", "folder", "data", "file", "fileType"])
            let item = try reader.member("item")
            id = try item.member("id").identifier()
            title = try item.member("title").text()
            owner = try item.member("owner").text()
            access = try item.member("access").word()
            organization = try item.optional("orgId")?.text()
            _ = try item.member("type").text()
            groups = try reader.optional("groups")?.texts() ?? []
            folder = try reader.optional("folder")?.text()
            if let file = reader.optional("file") {
                data = .file(
                    try file.text(), type: try reader.optional("fileType")?.text() ?? "application/octet-stream")
            } else {
                data = reader.optional("data").map { .document($0.value) } ?? .none
            }
            document = defaults.merging(try item.object()) { $1 }
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
