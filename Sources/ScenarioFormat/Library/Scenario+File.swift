package import JSONValues

extension Scenario {
    /// The id of a file of the user's own: its path without ending, `./` and `../`.
    package static func id(ofFile path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let stem = parts.joined(separator: "/")
        return stem.lastIndex(of: ".").map { String(stem[..<$0]) } ?? stem
    }

    /// Whether a document is meant as a scenario: no other kind has these keys.
    package static func isMeant(by document: JSONValue) -> Bool {
        document["client"] != nil || document["expect"] != nil
    }
}
