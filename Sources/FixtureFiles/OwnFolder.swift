#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A folder of one's own that lies over the files inside the product.
///
/// Its `presets/mine.yaml` is read as `Fixtures/presets/mine.yaml`.
struct OwnFolder: Sendable {
    /// Its path, without a slash at its end.
    let directory: String

    /// The folders that it may have, and what they lie over.
    private static let folders = [
        "presets": "Fixtures/presets", "world": "Fixtures/world", "scenarios": "Fixtures/scenarios", "certs": "certs",
    ]

    /// The names of the folders that it may have.
    static var folderNames: [String] { folders.keys.sorted() }

    /// Throws where there is no such folder.
    init(_ path: String) throws(FixtureError) {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw FixtureError(path: path, problem: "there is no such folder; mockportal init \(path) makes one")
        }
        guard isFolder else { throw FixtureError(path: path, problem: "is no folder") }
        directory = path.count > 1 && path.last == "/" ? String(path.dropLast()) : path
    }

    /// The path of the file that lies over another one; nil where there is none.
    func file(_ path: String) -> String? {
        place(path).flatMap { Self.isFile($0) ? $0 : nil }
    }

    /// The paths, as in the checkout, of the files that lie over those under a folder.
    func paths(under folder: String, suffix: String) -> [String] {
        guard let place = place(folder), linkFault(place) == nil else { return [] }
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? []
        return names.filter { name in
            name.hasSuffix(suffix) && !name.split(separator: "/").contains { $0.first == "." }
                && Self.isFile("\(place)/\(name)")
        }.map { "\(folder)/\($0)" }
    }

    /// The path, as in the checkout, of what lies over something and is at a place; nil for what is elsewhere.
    func path(ofPlace place: String) -> String? {
        for (own, folder) in Self.folders where place.hasPrefix("\(directory)/\(own)/") {
            return folder + place.dropFirst("\(directory)/\(own)".count)
        }
        return nil
    }

    /// The names in a folder below it, without hidden ones, sorted.
    func names(in folder: String) -> [(name: String, isFolder: Bool)] {
        let place = folder.isEmpty ? directory : "\(directory)/\(folder)"
        guard linkFault(place) == nil else { return [] }
        return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
            .filter { $0.first != "." }.map { ($0, !Self.isFile("\(place)/\($0)")) }
    }

    /// What is wrong with what is at a place of the folder, where a link leads out of it; nil where none does.
    func linkFault(_ place: String) -> FixtureError? { LinkBound.fault(of: place, in: directory) }

    /// Where what lies over a path would be; nil where nothing can.
    private func place(_ path: String) -> String? {
        guard !path.split(separator: "/").contains("..") else { return nil }
        for (own, folder) in Self.folders where path == folder || path.hasPrefix(folder + "/") {
            return "\(directory)/\(own)\(path.dropFirst(folder.count))"
        }
        return nil
    }

    private static func isFile(_ path: String) -> Bool {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
    }
}
