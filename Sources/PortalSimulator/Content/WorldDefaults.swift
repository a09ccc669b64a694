internal import JSONValues

/// What a document of the world need not say.
enum WorldDefaults {
    /// Whether a text has the form of an item's or a group's id.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// The id of an item or group that has none: the same for the same title in every run.
    static func identifier(_ kind: String, _ title: String) -> String {
        // FNV-1a, twice: an id has to differ from others and to stay, not to keep a secret.
        func hash(_ text: String) -> UInt64 {
            text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        }
        func digits(_ number: UInt64) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return digits(hash("\(kind)/\(title)")) + digits(hash("\(title)/\(kind)"))
    }

    /// What a user may do who has a role (developers.arcgis.com/rest, "Privileges").
    static func privileges(role: String?) -> JSONValue {
        let known = role.map { Role(id: $0).privileges } ?? []
        return .array((known.isEmpty ? Role.publisher.privileges : known).map { .string($0.rawValue) })
    }

    /// What others see of a user who says no more than a name.
    static func profile(_ told: [String: JSONValue]) -> [String: JSONValue] {
        let name = told["fullName"]?.string ?? told["username"]?.string ?? ""
        let words = name.split(separator: " ", maxSplits: 1).map(String.init)
        let usual: [String: JSONValue] = [
            "fullName": .string(name), "firstName": .string(words.first ?? name),
            "lastName": .string(words.count > 1 ? words[1] : ""), "description": .null, "tags": [], "culture": "en",
            "region": "US", "units": "metric", "thumbnail": .null, "created": 1_500_000_000_000,
            "modified": 1_500_000_000_000, "provider": "arcgis",
        ]
        return usual.merging(told) { $1 }
    }

    /// What only a user sees who says no more than a name; `organization` is that of the portal.
    static func personal(_ told: [String: JSONValue], name: String, organization: String?) -> [String: JSONValue] {
        let role = told["role"]?.string ?? "org_publisher"
        var usual: [String: JSONValue] = [
            "id": .string(identifier("user", name)), "email": .string("\(name)@mockportal.example"), "access": "org",
            "role": .string(role), "roleId": .string(role), "privileges": privileges(role: role),
            "favGroupId": .string(identifier("favourites", name)),
        ]
        if let organization { usual["orgId"] = .string(organization) }
        // Null takes away what would be there.
        return usual.merging(told) { $1 }.filter { $0.key != "orgId" || !$0.value.isNull }
    }
}
