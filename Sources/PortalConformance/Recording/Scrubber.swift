internal import JSONValues

/// Replaces whatever could name a person, an organization or a machine by invented values of the same shape, each always by the same.
///
/// Nothing is kept because it looks harmless: texts stay only under the few names whose words are the protocol's own.
struct Scrubber {
    private var invented: [String: String] = [:]
    private var counts: [String: Int] = [:]

    /// The names of members whose texts are words of the protocol (developers.arcgis.com/rest › portal-self, user, item, layer).
    private static let kept: Set<String> = [
        "currentVersion", "fullVersion", "portalMode", "access", "culture", "region", "units", "provider", "userType",
        "level", "role", "roleId", "userLicenseTypeId", "type", "geometryType", "capabilities",
        "supportedQueryFormats", "supportedImageFormatTypes", "layerType", "listed", "esriUnits", "unitSystem",
        "format",
        "ipCntryCode", "state", "messageCode",
    ]
    /// Lists of words of the protocol.
    private static let keptLists: Set<String> = ["privileges", "typeKeywords"]
    /// What is a choice of the organization as a whole and is not recorded.
    private static let emptied: Set<String> = [
        "helperServices", "portalProperties", "properties", "allowedOrigins", "allowedRedirectUris",
        "authorizedCrossOriginDomains", "authorizedCrossOriginNoCorsDomains", "contacts", "mfaAdmins", "rotatorPanels",
        "featuredGroups", "groups", "tags", "categories", "screenshots", "features", "domains", "types", "templates",
        "drawingInfo", "popupInfo", "indexes", "relationships", "documentInfo", "favGroupId",
    ]
    private static let products: Set<String> = ["ArcGIS Online", "ArcGIS Enterprise", "Portal for ArcGIS"]

    /// A fixed answer for a text from now on.
    mutating func name(_ text: String?, _ invention: String) {
        if let text, !text.isEmpty, invented[text] == nil { invented[text] = invention }
    }

    /// An object without personal data.
    mutating func scrubbed(_ members: [String: JSONValue]) -> [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        // In order, so that the same document gives the same inventions.
        for name in members.keys.sorted() where Self.isName(name) {
            result[name] = scrubbed(members[name] ?? .null, under: name)
        }
        return result
    }

    private mutating func scrubbed(_ value: JSONValue, under name: String) -> JSONValue {
        switch value {
        case .null, .bool: return value
        case .object(let members):
            return Self.emptied.contains(name) ? .object([:]) : .object(scrubbed(members))
        case .array(let elements):
            if Self.emptied.contains(name) || name == "extent" { return .array([]) }
            if Self.keptLists.contains(name) { return .array(elements.filter { $0.string.map(Self.isWord) ?? false }) }
            return .array(elements.map { scrubbed($0, under: name) })
        case .integer(let number): return .integer(Self.number(number, under: name))
        case .number: return Self.isPlace(name) ? .integer(0) : value
        case .string(let text): return .string(self.text(text, under: name))
        }
    }

    /// A text that says nothing of anybody, of the same class.
    mutating func text(_ text: String, under name: String) -> String {
        if text.isEmpty { return text }
        if let known = invented[text] { return known }
        if Self.kept.contains(name), Self.isWord(text) { return text }
        if name == "portalName", Self.products.contains(text) { return text }
        let invention: String
        if text.contains("://") {
            invention = "{{server}}/rest/services/Recorded\(next("url"))/MapServer"
        } else if text.utf8.count == 32, text.allSatisfy(\.isHexDigit) {
            invention = Self.identifier(next("id"))
        } else if name.hasSuffix("Query") {
            invention = "id:\(Self.identifier(0))"
        } else if text.contains("@") {
            invention = "person\(next("person"))@recorded.example"
        } else {
            invention = "text \(next("text"))"
        }
        invented[text] = invention
        return invention
    }

    /// The invented id of a number: 32 lower-case hex digits.
    static func identifier(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "5c" + String(repeating: "0", count: 30 - digits.count) + digits
    }

    private mutating func next(_ kind: String) -> Int {
        counts[kind, default: 0] += 1
        return counts[kind, default: 0]
    }

    /// Moments and places could tell who it is; versions and limits could not.
    private static func number(_ number: Int64, under name: String) -> Int64 {
        if isPlace(name) { return 0 }
        if number.magnitude > 100_000_000_000 { return 1_700_000_000_000 }
        return ["storageUsage", "numViews", "numComments", "numRatings", "availableCredits", "size"].contains(name)
            ? 0 : number
    }

    private static func isPlace(_ name: String) -> Bool {
        ["xmin", "ymin", "xmax", "ymax", "x", "y", "zmin", "zmax", "extent"].contains(name)
    }

    /// A word of a protocol: letters, digits and a little punctuation, and short.
    private static func isWord(_ text: String) -> Bool {
        text.utf8.count <= 64
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789 .,:_-".unicodeScalars.contains($0))
            }
    }

    /// Members have names like identifiers; anything else may be data.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 48
            && name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789_".unicodeScalars.contains($0))
            }
    }
}
