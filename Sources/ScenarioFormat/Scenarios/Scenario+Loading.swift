package import FixtureFiles
package import JSONValues
package import StructuredText

extension Scenario {
    /// Where the scenario files of a fixture tree are.
    static let folder = "Fixtures/scenarios"

    static let keys = [
        "title", "catalogue", "source", "tags", "portal", "environment", "api", "variants", "client", "expect", "fault",
        "twin", "foreign",
    ]

    /// Reads a scenario file; keys and values are checked here and, for each combination of variants, in ``runs()``.
    ///
    /// Presets and catalogue rows are checked where their names are given. `file` is the path of a file of the user's own.
    package init(
        _ text: DocumentText, id: String, file: String? = nil, isOwn: Bool = false, names: FixtureNames? = nil
    ) throws(DocumentError) {
        do {
            try self.init(reading: text, id: id, file: file, isOwn: isOwn || file != nil, names: names)
        } catch {
            throw text.placed(error)
        }
    }

    /// The same for a text that is no file.
    package init(
        parsing text: String, id: String, source: String, names: FixtureNames? = nil
    ) throws(DocumentError) {
        try self.init(DocumentText(text, source: source), id: id, names: names)
    }

    private init(
        reading text: DocumentText, id: String, file: String?, isOwn: Bool, names: FixtureNames?
    ) throws(DocumentError) {
        let source = text.source
        let root = try DocumentReader(try text.value(), source: source, keys: Self.keys)
        self.id = id
        self.text = text
        self.file = file
        // The scenarios of the product show rows of the catalogue, one each at least; the user's own need not.
        let title = try root.text("title")
        let catalogue = try root.texts("catalogue")
        for key in (isOwn ? [] : ["title", "catalogue"]) + ["client", "expect"] where root[key] == nil {
            try DocumentMistakes.note(root.missing(key))
        }
        for key in ["client", "expect"] { DocumentTrace.note(.required, at: key) }
        let expectation = root["expect"] ?? .object([:])
        self.title = title ?? id
        self.catalogue = catalogue ?? []
        citation = try root.text("source") ?? ""
        tags = try root.texts("tags") ?? []
        interface = try root.word("api", as: Interface.self) ?? .modern
        portal = root["portal"] ?? .object([:])
        DocumentTrace.note(.shape("blueprint"), at: "portal")
        preset = try DocumentTrace.pausing { () throws(DocumentError) in
            try root.object("portal", keys: nil)?.text("preset") ?? "anonymous"
        }
        // A preset that is misspelt has no default twin: it is told before the twin is missed.
        try names?.check(preset: preset, source: source)
        try names?.check(rows: self.catalogue, source: source)
        environment = root["environment"] ?? .object([:])
        client = root["client"] ?? .array([])
        self.expectation = expectation
        foreign = root["foreign"]
        faults = try root.texts("fault") ?? []
        twin = try Self.twin(root)
        variants = try VariantMatrix(root["variants"], interface: interface, source: source)
        if isNegative, twin == nil, Self.defaultTwin(of: portal, preset: preset) == nil {
            try DocumentMistakes.note(Self.missingTwin(source: source))
        }
    }

    /// What is said of a negative that nothing is run beside.
    package static func missingTwin(source: String) -> DocumentError {
        DocumentError(
            .missingKey, source: source, keyPath: "twin",
            problem: "is missing: a client that refuses everything would pass; "
                + "say what removes only the fault, as { client: [<steps that get in>] }, { portal: {<what differs>} } or { scenario: <id> }"
        )
    }

    /// Reads a file of a fixture tree.
    package init(path: String, in fixtures: FixtureTree, names: FixtureNames? = nil) throws(DocumentError) {
        let id = path.dropFirst(Self.folder.count + 1).split(separator: ".", omittingEmptySubsequences: false)
            .dropLast().joined(separator: ".")
        try self.init(
            try fixtures.text(at: path), id: id, isOwn: fixtures.isOwn(path), names: names)
    }

    /// The twin of a scenario whose only fault is the certificate.
    package static func defaultTwin(of portal: JSONValue, preset: String) -> JSONValue? {
        let flawed: Set = [
            "self-signed", "expired", "not-yet-valid", "wrong-host", "untrusted-root", "missing-intermediate", "no-san",
            "client-purpose",
        ]
        let recipe = portal["tls"]?["certificate"]?.string
        guard flawed.contains(preset) || (recipe != nil && recipe != "good") else { return nil }
        return ["tls": ["certificate": "good"]]
    }

    private static func twin(_ root: DocumentReader) throws(DocumentError) -> Twin? {
        guard let reader = try root.object("twin", keys: ["portal", "client", "scenario"]) else { return nil }
        DocumentTrace.note(.shape("blueprint"), at: "twin.portal")
        if let other = try reader.text("scenario") {
            for key in ["portal", "client"] where reader[key] != nil {
                try DocumentMistakes.note(
                    DocumentError(
                        .wrongType, source: root.source, keyPath: "twin.\(key)",
                        problem:
                            "has no effect beside \"scenario\": another scenario is run as it is; take one of both away"
                    ))
            }
            return .scenario(other)
        }
        return .changed(portal: reader["portal"], client: reader["client"])
    }
}
