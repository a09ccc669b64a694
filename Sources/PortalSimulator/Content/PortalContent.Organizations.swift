internal import JSONValues

extension PortalContent {
    /// `organizations.json`: what `portals/self` is made of.
    struct Organizations: Sendable {
        /// What a user without an organization sees at a portal that belongs to none.
        let general: [String: JSONValue]
        private(set) var all: [Organization]
        /// What the root document says besides what the product does: `{"currentVersion": …}` or nothing.
        let version: JSONValue

        /// Reads the organizations, those of one's own laid over the others: by their id, or the first of them where one has none.
        init(_ documents: WorldDocuments) throws(BlueprintError) {
            var version = JSONValue.object([:])
            var general: [String: JSONValue] = [:]
            var entries: [WorldReader] = []
            for document in documents.all {
                let reader = document.reader
                try reader.allow(["version", "general", "organizations"])
                // Only what lies over another one may leave something out.
                let isWhole = document.reader.source == documents.all.first?.reader.source
                let place = DocumentReader.join(reader.path, "version")
                DocumentTrace.note(.object(nil), at: place)
                DocumentTrace.note(.text, at: DocumentReader.join(place, "currentVersion"))
                if let told = reader.optional("version") {
                    version = Blueprint.merge(version, .object(try told.object()))
                    _ = try told.optional("currentVersion")?.text()
                }
                if let told = try isWhole ? reader.member("general", isOptionalInOwn: true) : reader.optional("general")
                {
                    general.merge(try told.object()) { Blueprint.merge($0, $1) }
                    if isWhole { _ = try told.member("portalName", isOptionalInOwn: true).text() }
                }
                guard
                    let list = try isWhole
                        ? reader.member("organizations", isOptionalInOwn: true) : reader.optional("organizations")
                else {
                    continue
                }
                for element in try list.list() {
                    let id = element.value["everybody"]?["id"]?.string
                    let place =
                        id == nil
                        ? entries.indices.first : entries.firstIndex { $0.value["everybody"]?["id"]?.string == id }
                    guard !isWhole, let below = place else {
                        entries.append(element)
                        continue
                    }
                    entries[below] = WorldReader(
                        Blueprint.merge(entries[below].value, element.value), source: element.source,
                        path: element.path)
                }
            }
            var all: [Organization] = []
            for element in entries { all.append(try Organization(element)) }
            guard !all.isEmpty else {
                throw BlueprintError(
                    .worldDocument, source: documents.all.first?.reader.source ?? "organizations.json",
                    keyPath: "organizations", problem: "there is no organization")
            }
            self.version = version
            self.general = general
            self.all = all
        }

        /// The organization whose URL the portal's URL is.
        var own: Organization { all[0] }

        func withID(_ id: String) -> Organization? { all.first { $0.id == id } }

        /// Changes the organization with an id; nil where there is none.
        mutating func change<Result, Problem: Error>(
            _ id: String, _ body: (inout Organization) throws(Problem) -> Result
        ) throws(Problem) -> Result? {
            guard let index = all.firstIndex(where: { $0.id == id }) else { return nil }
            let result = try body(&all[index])
            all[index].weigh()
            return result
        }

        /// Bytes that clients wrote into all organizations together.
        var writtenBytes: Int { all.reduce(0) { $0 + $1.writtenBytes } }
    }

    /// One organization in the two views of it.
    struct Organization: Sendable {
        /// 16 letters and digits: a longer id makes ArcGIS Pro take it for something else.
        let id: String
        /// What everybody sees.
        var reduced: [String: JSONValue]
        /// What only members see besides.
        var full: [String: JSONValue]
        /// The roles that the organization made, in the order in which they were made.
        var roles: [OrganizationRole] = []
        /// What clients keep as settings (developers.arcgis.com, "Portal Settings").
        var settings: [String: JSONValue] = [:]
        /// The categories of its items (developers.arcgis.com, "Category Schema").
        var categorySchema: JSONValue = []
        /// What new members get (developers.arcgis.com, "User Default Settings").
        var userDefaults: [String: JSONValue] = [:]
        /// Files that clients added (developers.arcgis.com, "Add Resource"), by their keys.
        var resources: [String: StoredFile] = [:]
        /// Bytes that clients wrote into it; none of an organization that was never changed.
        private(set) var writtenBytes = 0

        /// Counts what clients wrote into it; done after each change.
        fileprivate mutating func weigh() {
            let kept = [reduced, full, settings, userDefaults].reduce(categorySchema.weight) { $0 + $1.weight }
            let files = resources.reduce(0) { $0 + 64 + $1.key.utf8.count + $1.value.count }
            writtenBytes = roles.reduce(kept + files) { $0 + $1.writtenBytes }
        }

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["everybody", "members", "roles"])
            reduced = try reader.member("everybody").object()
            full = try reader.optional("members")?.object() ?? [:]
            let idReader = try reader.member("everybody").member("id", isOptionalInOwn: true)
            id = try idReader.text()
            if !id.isEmpty, id.utf8.count != 16 || !id.utf8.allSatisfy({ HTTPToken.isAlphanumeric($0) }) {
                try idReader.note("\"\(id)\" is not 16 letters and digits")
            }
            _ = try reader.member("everybody").member("name", isOptionalInOwn: true).text()
            _ = try reader.member("everybody").member("portalName", isOptionalInOwn: true).text()
            for role in try reader.optional("roles")?.list() ?? [] { roles.append(try OrganizationRole(role)) }
        }
    }

    /// A role that an organization made (developers.arcgis.com, "Roles").
    struct OrganizationRole: Sendable {
        let id: String
        var name: String
        var description: String
        /// Privileges by their documented names.
        var privileges: [String]
        /// Portal time in milliseconds.
        let created: Int64
        var modified: Int64

        init(id: String, name: String, description: String, created: Int64) {
            self.id = id
            self.name = name
            self.description = description
            self.created = created
            privileges = []
            modified = created
        }

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["id", "name", "description", "privileges"])
            id = try reader.member("id").text()
            name = try reader.member("name").text()
            description = try reader.optional("description")?.text() ?? ""
            privileges = try reader.optional("privileges")?.texts() ?? []
            created = 1_440_466_346_000
            modified = created
        }

        /// Bytes that clients wrote into it.
        fileprivate var writtenBytes: Int {
            privileges.reduce(64 + name.utf8.count + description.utf8.count) { $0 + 16 + $1.utf8.count }
        }

        /// What `roles` and `roles/{id}` tell of it.
        var document: JSONValue {
            [
                "id": .string(id), "name": .string(name), "description": .string(description),
                "created": .integer(created), "modified": .integer(modified),
            ]
        }
    }
}
