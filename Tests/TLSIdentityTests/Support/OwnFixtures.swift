import FixtureFiles
import Foundation

/// A directory of recipes of a test's own, beside the product's `ca.json`; it goes with its owner.
final class OwnFixtures {
    let path: String
    let tree: FixtureTree

    init(_ recipes: [String: String]) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "recipes-" + UUID().uuidString)
        path = root.path
        try FileManager.default.createDirectory(at: root.appending(path: "Fixtures"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: root.appending(path: "certs"), withIntermediateDirectories: true)
        try Data(FixtureTree.embedded.bytes(at: "certs/ca.json")).write(to: root.appending(path: "certs/ca.json"))
        for (name, text) in recipes { try Data(text.utf8).write(to: root.appending(path: "certs/\(name).json")) }
        tree = try FixtureTree.directory(path)
    }

    /// The text of one of the product's recipes.
    static func product(_ name: String) throws -> String {
        String(decoding: try FixtureTree.embedded.bytes(at: "certs/\(name).json"), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
