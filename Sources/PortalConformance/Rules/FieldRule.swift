internal import JSONValues

/// A member of a documented answer: its name, its types and whether answers must have it.
struct FieldRule: Sendable {
    /// The types that members have on the wire.
    enum Kind: String, Sendable {
        case text = "a text"
        case integer = "a whole number"
        case number = "a number"
        case truth = "true or false"
        case object = "an object"
        case array = "an array"
        case texts = "an array of texts"
    }
    let name: String
    let kind: Kind
    let isRequired: Bool
    /// Whether `null` stands for its absence.
    let admitsNull: Bool

    init(_ name: String, _ kind: Kind, required: Bool = false, null: Bool = true) {
        self.name = name
        self.kind = kind
        isRequired = required
        admitsNull = null && !required
    }

    /// What is wrong with the member in an object; nil where nothing is.
    func defect(in members: [String: JSONValue]) -> (code: String, problem: String, seen: String)? {
        guard let value = members[name] else {
            return isRequired ? ("field-missing", "the member \(name) is missing", "no \(name)") : nil
        }
        if value.isNull, admitsNull { return nil }
        guard !matches(value) else { return nil }
        return (
            "field-type", "the member \(name) is \(Self.type(of: value)) and not \(kind.rawValue)",
            "\(name): \(Self.type(of: value))"
        )
    }

    private func matches(_ value: JSONValue) -> Bool {
        switch kind {
        case .text: value.string != nil
        case .integer: value.integer != nil
        case .number: Self.isNumber(value)
        case .truth: value.bool != nil
        case .object: value.object != nil
        case .array: value.array != nil
        case .texts: value.array.map { $0.allSatisfy { $0.string != nil } } ?? false
        }
    }

    private static func isNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .integer, .number: true
        default: false
        }
    }

    /// The type of a value in words.
    static func type(of value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool: "a truth value"
        case .integer: "a whole number"
        case .number: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension Endpoint {
    /// The documented members of its answer, as far as clients lean on them.
    var fields: [FieldRule] {
        switch self {
        case .root: [FieldRule("currentVersion", .text, required: true)]
        case .info, .serverInfo:
            [
                FieldRule("owningSystemUrl", .text), FieldRule("authInfo", .object, required: true),
                FieldRule("soapUrl", .text), FieldRule("fullVersion", .text),
            ]
        case .portalSelf: Self.portalFields
        case .generateToken:
            [
                FieldRule("token", .text, required: true), FieldRule("expires", .integer, required: true),
                FieldRule("ssl", .truth, null: false),
            ]
        case .oauthToken:
            [
                FieldRule("access_token", .text, required: true), FieldRule("expires_in", .integer, required: true),
                FieldRule("username", .text, null: false), FieldRule("ssl", .truth, null: false),
                FieldRule("refresh_token", .text, null: false),
                FieldRule("refresh_token_expires_in", .integer, null: false),
            ]
        case .revokeToken: [FieldRule("success", .truth, required: true)]
        case .communitySelf, .user: Self.userFields
        case .item: Self.itemFields
        case .itemData: Self.mapFields
        case .servers: [FieldRule("servers", .array, required: true)]
        case .service, .other: []
        }
    }

    /// Of a web map; maps of before 2013 have neither authoringApp nor spatialReference.
    private static let mapFields: [FieldRule] = [
        FieldRule("baseMap", .object, required: true), FieldRule("operationalLayers", .array),
        FieldRule("version", .text), FieldRule("spatialReference", .object), FieldRule("authoringApp", .text),
        FieldRule("authoringAppVersion", .text), FieldRule("bookmarks", .array), FieldRule("tables", .array),
        FieldRule("initialState", .object), FieldRule("presentation", .object), FieldRule("widgets", .object),
    ]

    /// Of each layer of a web map, those of its basemap included.
    static let mapLayerFields: [FieldRule] = [
        FieldRule("id", .text), FieldRule("title", .text), FieldRule("layerType", .text), FieldRule("url", .text),
        FieldRule("itemId", .text), FieldRule("visibility", .truth), FieldRule("opacity", .number),
        FieldRule("popupInfo", .object), FieldRule("layerDefinition", .object), FieldRule("layers", .array),
    ]

    private static let portalFields: [FieldRule] = [
        // The ArcGIS API for Python cannot connect without it (arcgis/gis/__init__.py).
        FieldRule("portalName", .text, required: true),
        FieldRule("isPortal", .truth), FieldRule("id", .text), FieldRule("name", .text), FieldRule("access", .text),
        FieldRule("portalMode", .text), FieldRule("portalHostname", .text), FieldRule("urlKey", .text),
        FieldRule("customBaseUrl", .text), FieldRule("allSSL", .truth), FieldRule("supportsOAuth", .truth),
        FieldRule("currentVersion", .text), FieldRule("user", .object), FieldRule("helperServices", .object),
        FieldRule("authorizedCrossOriginDomains", .texts), FieldRule("created", .integer),
        FieldRule("modified", .integer), FieldRule("culture", .text), FieldRule("defaultBasemap", .object),
        FieldRule("defaultExtent", .object), FieldRule("featuredGroups", .array),
        FieldRule("maxTokenExpirationMinutes", .integer), FieldRule("canSearchPublic", .truth),
    ]

    static let userFields: [FieldRule] = [
        FieldRule("username", .text, required: true), FieldRule("fullName", .text), FieldRule("email", .text),
        FieldRule("orgId", .text), FieldRule("role", .text), FieldRule("privileges", .texts),
        FieldRule("groups", .array), FieldRule("tags", .texts), FieldRule("created", .integer),
        FieldRule("modified", .integer), FieldRule("access", .text), FieldRule("thumbnail", .text),
    ]

    private static let itemFields: [FieldRule] = [
        FieldRule("id", .text, required: true), FieldRule("owner", .text, required: true),
        FieldRule("title", .text, required: true), FieldRule("type", .text, required: true),
        FieldRule("access", .text), FieldRule("created", .integer), FieldRule("modified", .integer),
        FieldRule("tags", .texts), FieldRule("typeKeywords", .texts), FieldRule("extent", .array),
        FieldRule("url", .text), FieldRule("thumbnail", .text), FieldRule("size", .integer),
        FieldRule("numViews", .integer), FieldRule("avgRating", .number),
    ]
}
