internal import JSONValues

extension PortalContent {
    /// `organizations.json`: what `portals/self` is made of.
    struct Organizations: Sendable {
        /// What a user without an organization sees at a portal that belongs to none.
        let general: [String: JSONValue]
        let all: [Organization]
        /// `{"currentVersion": …}`, the root document.
        let version: JSONValue

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["version", "general", "organizations"])
            version = try reader.member("version").value
            _ = try reader.member("version").member("currentVersion").text()
            general = try reader.member("general").object()
            _ = try reader.member("general").member("portalName").text()
            var all: [Organization] = []
            for element in try reader.member("organizations").list() { all.append(try Organization(element)) }
            self.all = all
            guard !all.isEmpty else { throw try reader.member("organizations").complaint("there is no organization") }
        }

        /// The organization whose URL the portal's URL is.
        var own: Organization { all[0] }

        func withID(_ id: String) -> Organization? { all.first { $0.id == id } }
    }

    /// One organization in the two views of it.
    struct Organization: Sendable {
        /// 16 letters and digits: a longer id makes ArcGIS Pro take it for something else.
        let id: String
        /// What everybody sees.
        let reduced: [String: JSONValue]
        /// What only members see besides.
        let full: [String: JSONValue]

        init(_ reader: WorldReader) throws(BlueprintError) {
            try reader.allow(["everybody", "members"])
            reduced = try reader.member("everybody").object()
            full = try reader.member("members").object()
            let idReader = try reader.member("everybody").member("id")
            id = try idReader.text()
            guard id.utf8.count == 16, id.utf8.allSatisfy({ HTTPToken.isAlphanumeric($0) }) else {
                throw idReader.complaint("\"\(id)\" is not 16 letters and digits")
            }
            _ = try reader.member("everybody").member("name").text()
            _ = try reader.member("everybody").member("portalName").text()
        }
    }
}
