internal import HTTPSemantics
internal import JSONValues

/// What an organization says of itself and keeps (developers.arcgis.com, "Update Portal", "Portal Settings", "Category Schema").
enum OrganizationSettings {
    private static let texts = [
        "name", "description", "summary", "culture", "region", "cultureFormat", "units", "defaultBasemap", "urlKey",
        "rotatorPanels", "homePageFeaturedContent", "featuredItemsGroupQuery", "basemapGalleryGroupQuery",
        "templatesGroupQuery", "layerTemplatesGroupQuery", "symbolSetsGroupQuery", "helpBase", "thumbnail",
        "backgroundImage",
    ]
    private static let flags = [
        "canSearchPublic", "canSharePublic", "allSSL", "showHomePageDescription", "commentsEnabled",
        "useStandardizedQuery",
        "canListData", "canListApps", "canListPreProvisionedItems",
    ]

    /// `portals/{id}/update`, for administrators.
    static func update(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageWebsite) { organization, write throws(WriteRefusal) in
            let clears = try request.flag("clearEmptyFields")
            for name in texts {
                guard let text = try request.text(name, within: .setting),
                    !text.isEmpty || clears
                else { continue }
                if name == "name", text.isEmpty { throw .parameter("name", "must not be empty") }
                let value: JSONValue =
                    text.hasPrefix("{") || text.hasPrefix("[")
                    ? (try? JSONValue(parsing: text)) ?? .string(text)
                    : .string(text)
                set(name, to: value, of: &organization)
            }
            for name in flags {
                guard let text = request[name]?.lowercased(), !text.isEmpty else { continue }
                guard ["true", "false"].contains(text) else { throw .parameter(name, "is neither true nor false") }
                set(name, to: .bool(text == "true"), of: &organization)
            }
            if let text = try request.text("defaultExtent", within: .setting), !text.isEmpty {
                let extent = try? JSONValue(parsing: text)
                let sides = ["xmin", "ymin", "xmax", "ymax"].map { extent?[$0]?.double }
                guard let extent, sides.allSatisfy({ $0?.isFinite == true }) else {
                    throw .parameter("defaultExtent", "must be an extent with xmin, ymin, xmax and ymax")
                }
                set("defaultExtent", to: extent, of: &organization)
            }
            return ["success": true]
        }
    }

    /// What everybody sees stays there; all else is for members.
    private static func set(_ name: String, to value: JSONValue, of organization: inout PortalContent.Organization) {
        if organization.reduced[name] != nil {
            organization.reduced[name] = value
        } else {
            organization.full[name] = value
        }
    }

    /// `portals/{id}/settings`; `showSocialMediaLinks` and its kin are what clients keep there.
    static func settings(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request, members: false) { organization in
            let usual: [String: JSONValue] = [
                "showSocialMediaLinks": false, "informationalBanner": ["enabled": false, "text": ""],
                "allowedOrigins": organization.full["allowedOrigins"] ?? [],
                "defaultExtent": organization.reduced["defaultExtent"] ?? organization.full["defaultExtent"] ?? .null,
            ]
            return .document(.object(usual.merging(organization.settings) { $1 }))
        }
    }

    /// `portals/{id}/settings/update`: each parameter that is sent becomes a setting, JSON where it is that.
    static func updateSettings(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageWebsite) { organization, _ throws(WriteRefusal) in
            try lay(request, over: &organization.settings)
            return ["success": true]
        }
    }

    static func userDefaults(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request) { organization in
            let usual: [String: JSONValue] = ["role": "org_user", "userLicenseType": "creatorUT", "userType": "both"]
            return .document(.object(usual.merging(organization.userDefaults) { $1 }))
        }
    }

    static func setUserDefaults(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageSecurity) { organization, _ throws(WriteRefusal) in
            try lay(request, over: &organization.userDefaults)
            return ["success": true]
        }
    }

    /// Lays the parameters of a request over what is kept, 200 of them at most.
    private static func lay(
        _ request: EndpointRequest, over kept: inout [String: JSONValue]
    ) throws(WriteRefusal) {
        for field in request.form.entries where !["f", "token", "callback"].contains(field.name) {
            if let problem = TextBound.title.problem(field.name) {
                throw .parameter(String(field.name.prefix(40)) + "…", "cannot be kept: its name \(problem)")
            }
            try TextBound.setting.require(field.value, of: field.name)
            kept[field.name] = (try? JSONValue(parsing: field.value)) ?? .string(field.value)
        }
        guard kept.count <= 200 else { throw .limit("an organization keeps 200 settings") }
    }

    /// Whether a hosted service could be called so.
    static func isServiceNameAvailable(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let name = request["name"] ?? "", type = request["type"] ?? ""
        guard !name.isEmpty, !type.isEmpty else {
            return .failure(
                ErrorEnvelope(
                    400, "Invalid or missing input parameters.",
                    details: .list(["'name' and 'type' must be specified."])),
                "parameters", "name or type is missing")
        }
        return try seen(request) { _ in
            let taken = request.content.serviceNames.contains { service in
                service.split(separator: "/").last.map { $0.lowercased() } == name.lowercased()
            }
            return .document(["available": .bool(!taken)])
        }
    }

    /// Sets the categories of the organization's items.
    static func assignCategorySchema(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageWebsite) { organization, _ throws(WriteRefusal) in
            guard let text = request["categorySchema"], let value = try? JSONValue(parsing: text),
                let list = (value["categorySchema"] ?? value).array, list.allSatisfy({ $0["title"]?.string != nil })
            else {
                throw .parameter(
                    "categorySchema", "must be {\"categorySchema\": [{\"title\": …, \"categories\": […]}]}")
            }
            try TextBound.categories.require(text, of: "categorySchema")
            organization.categorySchema = .array(list)
            return ["success": true]
        }
    }

    static func deleteCategorySchema(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageWebsite) { organization, _ throws(WriteRefusal) in
            organization.categorySchema = []
            return ["success": true]
        }
    }

    /// The files that clients added.
    static func resources(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request) { organization in
            SearchPage(request).reply(organization.resources.sorted { $0.key < $1.key }, key: "resources") {
                key, file in
                ["key": .string(key), "size": .integer(Int64(file.count))]
            }
        }
    }

    /// Adds a file, or a text, in place of one with the same key.
    static func addResource(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageWebsite) { organization, write throws(WriteRefusal) in
            let key = request["key"].flatMap { $0.isEmpty ? nil : $0 } ?? write.request.body.files.first?.baseName ?? ""
            guard !key.isEmpty, key.utf8.count <= 250, !key.utf8.contains(UInt8(ascii: "/")) else {
                throw .parameter("key", "must be a file name of 1 to 250 bytes")
            }
            if let file = write.request.body.files.first {
                organization.resources[key] = StoredFile(file)
            } else if let text = request["text"] {
                organization.resources[key] = StoredFile(
                    name: key, mediaType: MediaType.of(key), pieces: [.memory(Array(text.utf8))])
            } else {
                throw .parameter("file", "must be sent, or 'text'")
            }
            guard organization.resources.count <= 500,
                organization.resources.values.reduce(0, { $0 + $1.count }) <= 16 << 20
            else { throw .limit("an organization keeps 500 resources of 16 MiB in all") }
            return ["success": true, "key": .string(key)]
        }
    }

    static func removeResource(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request, by: .manageWebsite) { organization, _ throws(WriteRefusal) in
            let key = request["key"] ?? ""
            guard organization.resources.removeValue(forKey: key) != nil else {
                throw WriteRefusal(.noResource, "the organization has no resource \(BodyProblem.quoted(key))")
            }
            return ["success": true]
        }
    }

    /// The languages and regions that members choose from.
    static func languages(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        list([("de", "Deutsch"), ("en", "English"), ("es", "Español"), ("fr", "Français"), ("ja", "日本語")], "culture")
    }

    static func regions(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        list(
            [("DE", "Germany"), ("ES", "Spain"), ("FR", "France"), ("JP", "Japan"), ("US", "United States")], "region")
    }

    private static func list(_ entries: [(String, String)], _ key: String) -> PortalReply {
        .document(
            .array(
                entries.map { code, name in
                    [
                        key: .string(code), key == "region" ? "name" : "language": .string(name),
                        "localizedName": .string(name),
                    ]
                }))
    }

    private static func change(
        _ request: EndpointRequest, by privilege: Privilege,
        _ body: (inout PortalContent.Organization, ContentWrite) throws(WriteRefusal) -> JSONValue
    ) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            var organization = try write.organization(in: world, by: privilege)
            let answer = try body(&organization, write)
            let changed = organization
            _ = world.organizations.change(organization.id) { $0 = changed }
            return answer
        }
    }

    private static func seen(
        _ request: EndpointRequest, members: Bool = true, _ body: (PortalContent.Organization) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        guard let organization = try PortalsEndpoint.organization(request) else {
            return PortalsEndpoint.unknown(request)
        }
        let isMember = try request.user()?.organization == organization.id
        guard isMember || !members && request.blueprint.access == .public else {
            return .failure(.noPermission, "access", "only members see this")
        }
        return body(organization)
    }
}
