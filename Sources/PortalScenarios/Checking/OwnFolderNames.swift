internal import FixtureFiles
internal import JSONValues

/// The names of files and folders that something reads; another one would be passed over in silence, and so would a dead link and one
/// of two documents with the same name.
enum OwnFolderNames {
    /// The folders of a folder of one's own.
    static let folders = ["presets", "world", "scenarios", "certs"]
    /// The documents of the world.
    static let documents = ["accounts", "groups", "items", "organizations", "users"]

    /// The names that are near enough to one of those to be meant for it, and the links that lead to no file.
    static func mistakes(in fixtures: FixtureTree) -> [DocumentError] {
        guard let folder = fixtures.ownFolder else { return [] }
        var found = fixtures.namesInOwnFolder().filter { !folders.contains($0.name) && $0.isFolder }.map {
            DocumentError(
                .unknownKey, source: "\(folder)/\($0.name)", problem: "no folder is called so", allowed: folders,
                written: $0.name)
        }
        for (name, isFolder) in fixtures.namesInOwnFolder("world") where !isFolder {
            let stem = String(name.prefix { $0 != "." })
            guard !documents.contains(stem), !stem.isEmpty else { continue }
            found.append(
                DocumentError(
                    .unknownKey, source: "\(folder)/world/\(name)", problem: "no document of the world is called so",
                    allowed: documents, written: stem))
        }
        found += fixtures.faultsOfOwnFolder.map {
            DocumentError(.unreadable, source: $0.path, problem: $0.problem)
        }
        return found + fixtures.deadLinksInOwnFolder.map(mistake(of:))
    }

    private static func mistake(of link: DeadLink) -> DocumentError {
        let target = DocumentReader.shown(.string(link.target))
        return DocumentError(
            .unreadable, source: link.path,
            problem: link.isLoop
                ? "the link to \(target) leads back to itself, and no file is read"
                : "the link to \(target) leads nowhere, and no file is read")
    }
}
