extension FixtureTree {
    /// The endings of documents that people write. Of two files that differ in it alone the first counts; in a
    /// folder of one's own there must be no two.
    package static let documentEndings = [".yaml", ".yml", ".json"]

    /// The path of a document that is named without its ending; nil where there is none.
    package func document(named stem: String) -> String? {
        let paths = Self.documentEndings.lazy.map { stem + $0 }
        // What is one's own counts, in whatever language it is.
        if let below = uncovered { return paths.first { isOwn($0) } ?? below.document(named: stem) }
        return paths.first { contains($0) }
    }

    /// The names of the documents below a folder, without folder and ending, sorted, each once.
    package func documentNames(under folder: String) -> [String] {
        let names = paths(under: folder).compactMap { path in
            Self.documentEndings.first { path.hasSuffix($0) }.map {
                String(path.dropFirst(folder.utf8.count + 1).dropLast($0.utf8.count))
            }
        }
        var seen: Set<String> = []
        return names.sorted().filter { seen.insert($0).inserted }
    }
}
