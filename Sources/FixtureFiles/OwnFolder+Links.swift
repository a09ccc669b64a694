internal import Platform

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A link in a folder of one's own that leads to no file.
package struct DeadLink: Sendable, Equatable {
    /// Where the link is.
    package let path: String
    /// What stands in it.
    package let target: String
    /// Whether the links that it leads to lead back to one another (`ELOOP`).
    package let isLoop: Bool
}

extension OwnFolder {
    /// The links in it that lead to no file, sorted by path; what is hidden is not looked at.
    var deadLinks: [DeadLink] {
        Self.folderNames.flatMap { folder -> [String] in
            let path = "\(directory)/\(folder)"
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
            return [path]
                + names.filter { !$0.split(separator: "/").contains { $0.first == "." } }.map { "\(path)/\($0)" }
        }.compactMap(Self.deadLink(at:)).sorted { $0.path < $1.path }
    }

    private static func deadLink(at path: String) -> DeadLink? {
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return nil }
        var found = stat()
        guard stat(path, &found) != 0 else { return nil }
        return DeadLink(path: path, target: target, isLoop: errno == ELOOP)
    }
}
