internal import FixtureFiles
internal import JSONValues

/// The schemas of what the control API answers (JSON Schema draft 2020-12, which OpenAPI 3.1 takes over).
enum ControlSchemas {
    /// An object with these members; those of `optional` may be absent.
    static func object(
        _ properties: [String: JSONValue], optional: [String] = [], open: Bool = false
    ) -> JSONValue {
        [
            "type": "object", "properties": .object(properties), "additionalProperties": .bool(open),
            "required": .array(properties.keys.filter { !optional.contains($0) }.sorted().map { .string($0) }),
        ]
    }

    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

    static let text: JSONValue = ["type": "string"]
    static let texts = list(text)
    static let integer: JSONValue = ["type": "integer"]
    static let truth: JSONValue = ["type": "boolean"]
    private static let mapOfTexts: JSONValue = ["type": "object", "additionalProperties": text]

    static let done = object(["done": ["const": true]])
    /// It is done; `note` says where that changed nothing.
    static let acted = object(["done": ["const": true], "note": text], optional: ["note"])
    static let clock = object(["portalTime": integer, "advanced": integer])
    static let scenario = object(["scenario": text])
    static let seen = object(["seen": truth])
    static let finding = object(
        ["code": text, "problem": text, "expected": text, "nearest": text, "difference": text, "advice": text],
        optional: ["expected", "nearest", "difference", "advice"])

    /// What the answers refer to by name: those of ours, and the journal as reports hold it.
    ///
    /// Where the reports' schema cannot be read, the journal is any object.
    static func components() -> JSONValue {
        var schemas: [String: JSONValue] = [
            "Error": object(
                [
                    "error": text, "key": text, "allowed": texts, "didYouMean": text, "exists": texts,
                ], optional: ["key", "allowed", "didYouMean", "exists"]),
            "Ready": ready, "Sandbox": sandbox, "Finding": finding, "Verification": verification, "Archive": archive,
        ]
        let definitions = reportDefinitions()
        for (name, component) in [("connection", "Connection"), ("request", "Request")] {
            schemas[component] = renamed(definitions?[name] ?? ["type": "object"])
        }
        var journal = renamed(definitions?["journal"] ?? ["type": "object", "properties": [:]])
        if case .object(var properties)? = journal["properties"] {
            properties["next"] = integer
            properties["cleared"] = ["const": true]
            journal["properties"] = .object(properties)
        }
        schemas["Journal"] = journal
        return .object(schemas)
    }

    private static func reportDefinitions() -> JSONValue? {
        guard let bytes = try? FixtureTree.embedded.bytes(at: "Fixtures/schemas/report.schema.json"),
            let document = try? JSONValue(parsing: bytes)
        else { return nil }
        return document["$defs"]
    }

    /// The same schema with the names that its references have here.
    private static func renamed(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .object(var members):
            if let name = members["$ref"]?.string?.split(separator: "/").last {
                members["$ref"] = .string("#/components/schemas/\(name.prefix(1).uppercased())\(name.dropFirst())")
            }
            return .object(members.mapValues(renamed))
        case .array(let elements): return .array(elements.map(renamed))
        default: return schema
        }
    }

    private static let readyMembers: [String: JSONValue] = [
        "url": text, "httpURL": text, "serverURL": text, "hosts": mapOfTexts, "caFile": text, "caSHA256": text,
        "setupURL": text, "controlURL": text, "scenario": text, "pid": integer, "nonce": text,
        "users": list(object(["username": text, "password": text])),
        "identities": list(
            object(["name": text, "p12File": text, "password": text, "pemFile": text, "keyFile": text])),
        "oauthClients": list(
            object(["clientID": text, "redirectURIs": texts, "clientSecret": text], optional: ["clientSecret"])),
        "apiKeys": mapOfTexts,
        "identityProviders": list(
            object([
                "name": text, "url": text, "users": list(object(["username": text, "password": text])),
                "secondFactors": mapOfTexts,
            ])),
        "secondFactors": mapOfTexts,
        "standIn": object(
            [
                "hosts": texts, "proxyURL": text, "pacURL": text, "hostsPACURL": text, "address": text, "caFile": text,
                "caSHA256": text,
            ], optional: ["caFile"]),
    ]
    private static let optionalMembers = [
        "httpURL", "caFile", "setupURL", "identityProviders", "secondFactors", "standIn",
    ]
    private static let ready = object(readyMembers, optional: optionalMembers)
    private static let sandbox = object(
        readyMembers.merging(["id": text]) { $1 }, optional: optionalMembers)

    private static let verification = object(
        [
            "met": truth, "mode": ["enum": ["exact", "any"]], "findings": list(reference("Finding")),
            "loose": list(reference("Finding")), "incomplete": text,
            "rows": list(
                object(
                    [
                        "kind": ["enum": ["as expected", "not asked", "otherwise", "missing"]], "request": integer,
                        "connection": integer, "expected": text, "seen": text, "difference": text,
                    ], optional: ["request", "connection", "expected", "seen", "difference"])),
        ], optional: ["incomplete"])

    /// HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), as far as it is filled; members with `_` are ours.
    private static let archive = object([
        "log": object(
            [
                "version": ["const": "1.2"], "creator": object(["name": text, "version": text]), "pages": texts,
                "comment": text,
                "entries": list(["type": "object", "required": ["startedDateTime", "request", "response"]]),
                "_connections": list(["type": "object"]), "_dropped": integer, "_next": integer, "_cleared": truth,
            ], optional: ["_cleared"])
    ])
}
