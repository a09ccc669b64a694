import FixtureFiles
import JSONValues
import Platform
import ScenarioFormat
import StructuredText

/// Files of the user's own among the words of a command line.
enum OwnFiles {
    /// Whether a word is a path and no name: a document's, or one that begins or ends as paths do.
    static func isPath(_ word: String) -> Bool {
        DocumentText.isDocument(word) || word.hasSuffix("/") || ["/", "./", "../"].contains { word.hasPrefix($0) }
            || [".", ".."].contains(word)
    }

    /// The scenarios of a fixture tree with those of every path among some words.
    static func library(
        _ words: [String], fixtures: FixtureTree
    ) throws(DocumentError) -> ScenarioLibrary {
        var files: [DocumentText] = []
        for word in words where isPath(word) { files += try scenarios(at: word) }
        return try ScenarioLibrary(fixtures: fixtures, files: files)
    }

    /// The scenario files at a path: that of a file, or all below a folder.
    static func scenarios(at path: String) throws(DocumentError) -> [DocumentText] {
        guard isFolder(path) else {
            let text = try InputFile.document(path)
            guard Scenario.isMeant(by: try text.value()) else {
                throw DocumentError(
                    .wrongType, source: path,
                    problem: "is no scenario: it has neither client nor expect; "
                        + "a blueprint is served with mockportal serve \(ShellArgument.quoted(path))")
            }
            return [text]
        }
        let folder = path.hasSuffix("/") ? path : path + "/"
        var found: [DocumentText] = []
        for name in documents(in: path) {
            if let fault = LinkBound.fault(of: folder + name, in: path) {
                throw DocumentError(.unreadable, source: fault.path, problem: fault.problem)
            }
            let bytes = try InputFile.bytes(folder + name, isFound: true)
            let text = DocumentText(bytes, source: folder + name)
            // Presets, documents of a world and those of other programs may lie beside them.
            do throws(DocumentError) {
                if Scenario.isMeant(by: try text.value()) { found.append(text) }
            } catch {
                guard error.code == .malformed, !mayBeScenario(bytes) else { throw error }
                Console.complain("Warning: passed over, for it has neither client nor expect: \(error)")
            }
        }
        guard !found.isEmpty else {
            throw DocumentError(
                .unreadable, source: path,
                problem: "holds no scenario: no file (.yaml, .yml or .json) below it has the keys client and expect")
        }
        return found
    }

    /// Whether a document that cannot be read has one of the keys of scenarios, at whatever depth.
    private static func mayBeScenario(_ bytes: [UInt8]) -> Bool {
        // What is no UTF-8 could have them in another encoding, and an escape may stand for a letter.
        guard let text = String(validating: bytes, as: UTF8.self),
            !["\0", "\\x", "\\u", "\\U"].contains(where: { text.contains($0) })
        else { return true }
        return ["client", "expect"].contains { key in
            text.split(separator: key, omittingEmptySubsequences: false).dropFirst().contains { rest in
                rest.first { !$0.isWhitespace && $0 != "\"" && $0 != "'" } == ":"
            }
        }
    }

    /// Whether a word is the path of a file that holds a scenario.
    static func isScenario(_ word: String) -> Bool {
        guard isPath(word), let document = try? InputFile.document(word).value() else { return false }
        return Scenario.isMeant(by: document)
    }

    /// Whether a path is that of a folder.
    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The documents below a folder, sorted.
    private static func documents(in folder: String) -> [String] {
        FixtureTree.embedded.replacing("own", with: folder).paths(under: "own").map { String($0.dropFirst(4)) }
            .filter { DocumentText.isDocument($0) }
    }
}
