package import FixtureFiles
package import JSONValues

/// What the scenarios are to show: the rows of the catalogue and the rules that they cite.
package struct Catalogue: Sendable {
    /// One row.
    package struct Row: Sendable {
        package let id: String
        package let title: String
        /// What a client must do, in a sentence or two.
        package let requirement: String
        package let isCore: Bool
        /// Whether it is judged against portals that are not ours, too.
        package let isReal: Bool
        /// The rules that the row stands on, as `R8`.
        package let rules: [String]
        /// The part that it waits for, which is not built; nil where a scenario can show it.
        package let awaits: String?
        /// Why it waits.
        package let why: String?
        /// The file of a test that shows it where no scenario can.
        package let shownBy: String?
    }

    /// Every row, in the order of the catalogue.
    package let rows: [Row]
    /// The text of each rule.
    package let rules: [String: String]

    /// Reads `Fixtures/catalogue`: one file per family, and `rules.json`.
    package init(fixtures: FixtureTree) throws(DocumentError) {
        var rows: [Row] = []
        var rules: [String: String] = [:]
        for path in fixtures.paths(under: "Fixtures/catalogue", suffix: ".json") {
            let document = try Self.document(path, fixtures)
            if path.hasSuffix("/rules.json") {
                for (id, text) in document.object ?? [:] { rules[id] = text.string ?? "" }
                continue
            }
            for (index, value) in (document["rows"]?.array ?? []).enumerated() {
                let reader = try DocumentReader(
                    value, source: path, path: "rows[\(index)]",
                    keys: ["id", "title", "requirement", "core", "real", "rules", "awaits", "why", "shownBy"])
                guard let id = try reader.text("id") else { throw reader.missing("id") }
                guard let requirement = try reader.text("requirement") else { throw reader.missing("requirement") }
                rows.append(
                    Row(
                        id: id, title: try reader.text("title") ?? "", requirement: requirement,
                        isCore: try reader.truth("core") ?? false,
                        isReal: try reader.truth("real") ?? false, rules: try reader.texts("rules") ?? [],
                        awaits: try reader.text("awaits"), why: try reader.text("why"),
                        shownBy: try reader.text("shownBy")))
            }
        }
        self.rows = rows
        self.rules = rules
    }

    /// The row with an id; nil where the catalogue has none.
    package subscript(id: String) -> Row? { rows.first { $0.id == id } }

    private static func document(_ path: String, _ fixtures: FixtureTree) throws(DocumentError) -> JSONValue {
        do {
            return try JSONValue(parsing: try fixtures.bytes(at: path))
        } catch let error as FixtureError {
            throw DocumentError(.unreadable, source: error.path, problem: error.problem)
        } catch {
            throw DocumentError(.unreadable, source: path, problem: "\(error)")
        }
    }
}
