internal import JSONValues

/// What a route of the control API is: its words, what it takes and what it answers.
///
/// The route reads its query and its body by these declarations, and the OpenAPI document is made of them.
struct ControlOperation: Sendable {
    /// Its name among all operations, as `readJournal`.
    let id: String
    /// One line.
    let summary: String
    /// The rest of what is to be known.
    var description = ""
    /// What stands for the name in its path, as `{file}`; nil where the path has none.
    var pathParameter: ControlParameter?
    var query: [ControlParameter] = []
    var body: ControlBody?
    /// What it answers where all is well.
    let answer: ControlAnswerForm
    /// How else it may answer besides what every call may be refused with: status and reason.
    var failures: [Int: String] = [:]
}

/// A parameter of a query or of a path.
struct ControlParameter: Sendable {
    let name: String
    let kind: Kind
    let description: String

    enum Kind: Sendable {
        /// A whole number within bounds.
        case number(ClosedRange<Int>)
        /// A text of 1 to 200 characters.
        case text
        /// `true` or `false`.
        case truth
    }

    /// The longest text.
    static let longest = 200

    var schema: JSONValue {
        switch kind {
        case .number(let bounds):
            [
                "type": "integer", "minimum": .integer(Int64(bounds.lowerBound)),
                "maximum": .integer(Int64(bounds.upperBound)),
            ]
        case .text: ["type": "string", "minLength": 1, "maxLength": .integer(Int64(Self.longest))]
        case .truth: ["type": "boolean"]
        }
    }
}

/// What a body holds: one JSON object.
struct ControlBody: Sendable {
    let keys: [Key]
    /// Whether it has exactly one of its keys.
    var isChoice = false
    var examples: [(name: String, value: JSONValue)] = []

    /// A member of a body.
    struct Key: Sendable {
        let name: String
        let description: String
        let schema: JSONValue
        var isRequired = false

        init(_ name: String, _ description: String, _ schema: JSONValue, isRequired: Bool = false) {
            self.name = name
            self.description = description
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// Whether an empty body is none.
    var isRequired: Bool { isChoice || keys.contains(where: \.isRequired) }

    var schema: JSONValue {
        var schema: JSONValue = [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                Dictionary(
                    uniqueKeysWithValues: keys.map { key in
                        var property = key.schema
                        property["description"] = .string(key.description)
                        return (key.name, property)
                    })),
        ]
        let required = keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .array(required) }
        if isChoice {
            schema["minProperties"] = 1
            schema["maxProperties"] = 1
        }
        return schema
    }
}

/// What a call answers.
struct ControlAnswerForm: Sendable {
    var status = 200
    let description: String
    /// Media types with the schema of each; a schema of nil is bytes.
    let content: [String: JSONValue?]

    /// A JSON document.
    static func json(_ description: String, status: Int = 200, _ schema: JSONValue) -> ControlAnswerForm {
        ControlAnswerForm(status: status, description: description, content: ["application/json": schema])
    }

    /// Files.
    static func files(_ description: String, _ types: [String]) -> ControlAnswerForm {
        ControlAnswerForm(
            description: description, content: Dictionary(uniqueKeysWithValues: types.map { ($0, JSONValue?.none) }))
    }
}
