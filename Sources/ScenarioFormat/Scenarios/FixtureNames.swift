package import FixtureFiles
internal import JSONValues

/// The names in scenario files that only a fixture tree can know.
package struct FixtureNames: Sendable {
    /// The presets, sorted.
    let presets: [String]
    /// The rows of the catalogue; empty where the tree has no catalogue.
    let rows: [String]

    /// Takes the names from a tree and its catalogue.
    package init(fixtures: FixtureTree, catalogue: Catalogue) {
        presets = fixtures.presetNames
        rows = catalogue.rows.map(\.id)
    }

    /// Throws where a preset is written out, not left to a variant, and there is none of that name.
    func check(preset: String, source: String) throws(DocumentError) {
        guard !preset.contains("${"), !presets.contains(preset) else { return }
        try DocumentMistakes.note(
            DocumentError(
                .unknownValue, source: source, keyPath: "portal.preset", problem: "there is no preset \"\(preset)\"",
                allowed: presets, written: preset))
    }

    /// Throws where a row is none of the catalogue; the rows of its family are what would be allowed.
    func check(rows written: [String], source: String) throws(DocumentError) {
        guard !rows.isEmpty else { return }
        for row in written where !rows.contains(row) {
            let family = rows.filter { $0.first == row.first }
            try DocumentMistakes.note(
                DocumentError(
                    .unknownValue, source: source, keyPath: "catalogue", problem: "there is no row \"\(row)\"",
                    allowed: family.isEmpty ? rows : family, written: row))
        }
    }
}
