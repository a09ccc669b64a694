internal import JSONValues

extension PortalContent {
    /// One item.
    struct Item: Sendable {
        let id: String
        var title: String { didSet { document["title"] = .string(title) } }
        var owner: String { didSet { document["owner"] = .string(owner) } }
        var organization: String? { didSet { document["orgId"] = organization.map { .string($0) } } }
        var access: SharingLevel { didSet { document["access"] = .string(access.rawValue) } }
        /// Ids of the groups it is shared with.
        var groups: [String]
        /// Id of the owner's folder that it is in; nil at the root.
        var folder: String?
        var document: [String: JSONValue]
        var data: ItemData
        /// What hangs on it.
        var extras = ItemExtras()
        /// Bytes that clients wrote into it; none of an item of the world that was never changed.
        private(set) var writtenBytes = 0
        /// Its fields as searches compare them.
        private(set) var searched = SearchTexts()

        /// Where it stands; for one that a client made, nowhere.
        let place: WorldReader

        /// An item that a client made, private and at the root.
        init(
            id: String, title: String, owner: String, organization: String?, document: [String: JSONValue],
            data: ItemData = .none
        ) {
            self.id = id
            self.title = title
            self.owner = owner
            self.organization = organization
            self.data = data
            access = .private
            groups = []
            var document = document
            document["id"] = .string(id)
            document["title"] = .string(title)
            document["owner"] = .string(owner)
            document["access"] = .string(access.rawValue)
            document["orgId"] = organization.map { .string($0) }
            self.document = document
            place = WorldReader(.null, source: "a client")
        }

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
            // An entry of one's own that names groups, and nothing else, means them and not everybody.
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
            var document = entry.defaults.merging(told) { $1 }.merging(try item.object()) { $1 }
            if document["name"]?.string == nil, let name = Self.serviceName(document["url"]?.string) {
                document["name"] = .string(name)
            }
            self.document = document
        }

        /// The name of the service that an item of a service stands for: what a portal calls the item by (developers.arcgis.com,
        /// "Item", `name`); nil where the URL is that of no service.
        private static func serviceName(_ url: String?) -> String? {
            let segments = url?.split(separator: "/") ?? []
            guard let kind = segments.lastIndex(where: { $0.hasSuffix("Server") }), kind > 0,
                segments[..<kind].contains("services")
            else { return nil }
            return String(segments[kind - 1])
        }

        /// The name of the hosted service that it stands for; nil for any other item.
        var hostedService: String? {
            guard type == "Feature Service", document["typeKeywords"]?.array?.contains("Hosted Service") == true,
                let url = document["url"]?.string, let start = url.firstRange(of: "/rest/services/"),
                let end = url.firstRange(of: "/FeatureServer"), start.upperBound < end.lowerBound
            else { return nil }
            return String(url[start.upperBound..<end.lowerBound])
        }

        /// Its id where it stands in a file; nil for one that a client made.
        var idOfFiles: String? { place.value.isNull ? nil : id }

        /// The member `type`.
        var type: String { document["type"]?.string ?? "" }
        /// Whether it cannot be deleted until `unprotect`.
        var isProtected: Bool { document["protected"]?.bool == true }

        /// Counts what clients wrote into it, and forgets how its fields were searched; done after each change.
        mutating func weigh() {
            searched = SearchTexts()
            writtenBytes =
                extras.writtenBytes + data.writtenBytes + document.weight
        }
    }

    /// What `/data` of an item holds.
    enum ItemData: Sendable {
        /// Nothing: the answer is empty, not an error.
        case none
        case document(JSONValue)
        /// A file of `Fixtures/world/files`.
        case file(String, type: String)
        /// What a client wrote as a text, which is a document where it is JSON.
        case text(String)
        case upload(StoredFile)

        /// Bytes that a client wrote.
        var writtenBytes: Int {
            switch self {
            case .none, .document, .file: 0
            case .text(let text): text.utf8.count
            case .upload(let file): file.count
            }
        }
    }
}
