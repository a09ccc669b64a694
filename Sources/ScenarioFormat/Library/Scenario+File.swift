package import JSONValues

extension Scenario {
    /// The id of a file of the user's own: its path without ending, `./` and `../`.
    package static func id(ofFile path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let stem = parts.joined(separator: "/")
        return stem.lastIndex(of: ".").map { String(stem[..<$0]) } ?? stem
    }

    /// A path without what names no folder: `./`, and a slash behind another.
    static func plainPath(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// Whether a path is that of a file, or of a folder that holds it.
    static func isFile(_ file: String, at path: String) -> Bool {
        let (file, path) = (plainPath(file), plainPath(path))
        if path.isEmpty { return !file.hasPrefix("/") && !file.hasPrefix("../") }
        return file == path || file.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }

    /// Whether a document is meant as a scenario: no other kind has these keys.
    package static func isMeant(by document: JSONValue) -> Bool {
        document["client"] != nil || document["expect"] != nil
    }
}
