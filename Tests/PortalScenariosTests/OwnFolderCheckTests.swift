import FixtureFiles
import JSONValues
import PortalScenarios
import SchemaWriting
import Testing

@Suite struct `The check of a folder` {
    @Test func `finds nothing in what is built in but a service that is not there on purpose`() throws {
        let tree = try FixtureTree.embedded.covered(by: SchemaFile.root + "/Fixtures")
        // The checkout has other folders beside those of a portal.
        let folders = ["presets", "world", "scenarios"].map { SchemaFile.root + "/Fixtures/" + $0 + "/" }
        let mistakes = OwnFolderCheck(tree).mistakes().filter { mistake in
            folders.contains { mistake.source.hasPrefix($0) }
        }
        // A layer of a map that no client can show, whose address is never asked.
        #expect(mistakes.map(\.keyPath) == ["foreign.never[1]"])
        #expect(mistakes.first?.problem == "there is no operation \"Puzzle\"" && mistakes.first?.place != nil)
    }
}
