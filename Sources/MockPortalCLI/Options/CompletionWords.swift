import ArgumentParser
import FixtureFiles
import MockPortalServer
import PortalConformance
import PortalJudge
import ScenarioFormat

/// What a shell completes where a preset, a scenario or a row is named.
///
/// A folder that `--fixtures` names on the line counts. A document with a mistake takes nothing from what can be completed without it.
enum CompletionWords {
    /// What one portal can be made from: presets, scenarios, and rows of the catalogue.
    static let portals = CompletionKind.custom { line, index, prefix in
        words(line, index, prefix) { tree, library in
            Blueprint.presetNames(fixtures: tree) + (library.map { ids($0) + rows($0) } ?? [])
        }
    }

    /// What selects scenarios: ids, families, presets, rows and tags.
    static let selectors = CompletionKind.custom { line, index, prefix in
        words(line, index, prefix) { _, library in library.map(all) ?? [] }
    }

    /// What can be explained: selectors, and findings with their families.
    static let explained = CompletionKind.custom { line, index, prefix in
        words(line, index, prefix) { _, library in findings + (library.map(all) ?? []) }
    }

    /// The rows that a real portal can show.
    static let conformanceRows = CompletionKind.custom { _, _, _ in ConformanceRows.names }

    private static var findings: [String] {
        Set(FindingGuide.all.map(\.family)).sorted() + FindingGuide.all.map(\.code)
    }

    private static func ids(_ library: ScenarioLibrary) -> [String] { library.scenarios.map(\.id) }

    private static func rows(_ library: ScenarioLibrary) -> [String] {
        Array(Set(library.scenarios.flatMap(\.catalogue))).sorted()
    }

    private static func all(_ library: ScenarioLibrary) -> [String] {
        let groups = Set(library.scenarios.flatMap { [$0.family, $0.preset] })
        let tags = Set(library.scenarios.flatMap(\.tags)).map { "tag:\($0)" }
        return ids(library) + rows(library) + groups.sorted() + tags.sorted()
    }

    private static func words(
        _ line: [String], _ index: Int, _ prefix: String, _ list: (FixtureTree, ScenarioLibrary?) -> [String]
    ) -> [String] {
        let tree = fixtures(of: line)
        return adapted(list(tree, try? ScenarioLibrary(fixtures: tree)).filter(isPlain), line, index)
    }

    /// Whether a word means nothing to a shell: bash expands what it is offered (`compgen -W`), commands in it too, and names may be
    /// those of a folder that others wrote. A preset that depends on a variant, `${case}`, is none to type either.
    private static func isPlain(_ word: String) -> Bool {
        word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:+@".utf8.contains(byte)
            }
        }
    }

    /// The fixtures that a line names; those inside the program where it names none, or a folder that holds none.
    private static func fixtures(of line: [String]) -> FixtureTree {
        let name = "--fixtures"
        let folder =
            line.last { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
            ?? line.lastIndex(of: name).flatMap { $0 + 1 < line.count ? line[$0 + 1] : nil }
        return folder.flatMap { try? FixtureTree.directory($0) } ?? .embedded
    }

    /// The words as the shell takes them. bash parts a line at colons (`COMP_WORDBREAKS`) and completes what stands behind the last
    /// one; in zsh a colon begins a description (`_describe`).
    private static func adapted(_ words: [String], _ line: [String], _ index: Int) -> [String] {
        switch CompletionShell.requesting {
        case .zsh: return words.map { $0.replacing(":", with: "\\:") }
        case .bash:
            let colon = line.indices.contains(index) && line[index] == ":" ? index : index - 1
            guard colon > 0, line.indices.contains(colon), line[colon] == ":" else { return words }
            let beginning = line[colon - 1] + ":"
            return words.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
        default: return words
        }
    }
}
