internal import Platform

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension OwnFolder {
    /// What is wrong with its files before one of them is read, sorted by path: those that are too large, documents of which only one can
    /// count, folders in the place of a document, links that lead out of it, and what has a name that is no text. What is hidden is not
    /// looked at.
    var faults: [FixtureError] {
        Self.folderNames.flatMap { folder -> [FixtureError] in
            let place = "\(directory)/\(folder)"
            // Nothing behind such a link is looked at.
            if let fault = linkFault(place) { return [fault] }
            return faults(in: folder, at: place) + Self.namesThatAreNoText(at: BytePath(place))
        }
    }

    /// What has a name that is not UTF-8: no document can name it, and no list shows it.
    private static func namesThatAreNoText(at path: BytePath) -> [FixtureError] {
        guard let folder = OpenFolder(path, followsLink: true) else { return [] }
        var found: [FixtureError] = []
        for entry in folder.entries().sorted(by: { $0.name < $1.name }) where !entry.name.hasPrefix(".") {
            let place = path.appending(entry.name)
            if !entry.name.isText {
                found.append(
                    FixtureError(path: "\(place)", problem: "its name is not UTF-8, and it is not read; rename it"))
            } else if entry.mayBeFolder, folder.facts(entry.name).map({ $0.st_mode & S_IFMT }) == S_IFDIR {
                found += namesThatAreNoText(at: place)
            }
        }
        return found
    }

    private func faults(in folder: String, at place: String) -> [FixtureError] {
        let names = ((try? FileManager.default.subpathsOfDirectory(atPath: place)) ?? []).sorted()
            .filter { !$0.split(separator: "/").contains { $0.first == "." } }
        // What lies there is handed out or read as data, whatever it is called.
        let isFile = folder == "world" ? { (name: String) in name.hasPrefix("files/") } : { _ in false }
        var documents: [Substring: String] = [:]
        return names.compactMap { name in
            let path = "\(place)/\(name)"
            var facts = stat()
            if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK, let fault = linkFault(path) { return fault }
            guard stat(path, &facts) == 0 else { return nil }
            let ending = isFile(name) ? nil : FixtureTree.documentEndings.first { name.hasSuffix($0) }
            if facts.st_mode & S_IFMT == S_IFDIR {
                return ending.map { _ in FixtureError(path: path, problem: "is a folder, and a document is a file")
                }
            }
            if let fault = FixtureSize.fault(ofFile: path, with: Int64(facts.st_size)) { return fault }
            guard let ending else { return nil }
            guard let other = documents.updateValue(path, forKey: name.dropLast(ending.count)) else { return nil }
            return FixtureError(
                path: path, problem: "\(other) has the same name, and only one of both can be read; remove one")
        }
    }
}
