import FixtureFiles
import Foundation
import TestFolders

/// A directory of recipes of a test's own, beside the product's `ca.json`; it goes with its owner.
final class OwnFixtures {
    private let place: TemporaryFolder
    var path: String { place.path }
    let tree: FixtureTree

    init(_ recipes: [String: String]) throws {
        place = try TemporaryFolder()
        let root = URL(fileURLWithPath: place.path)
        try FileManager.default.createDirectory(at: root.appending(path: "Fixtures"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(at: root.appending(path: "certs"), withIntermediateDirectories: true)
        try Data(FixtureTree.embedded.bytes(at: "certs/ca.json")).write(to: root.appending(path: "certs/ca.json"))
        for (name, text) in recipes { try Data(text.utf8).write(to: root.appending(path: "certs/\(name).json")) }
        tree = try FixtureTree.directory(place.path)
    }

    /// The text of one of the product's recipes.
    static func product(_ name: String) throws -> String {
        String(decoding: try FixtureTree.embedded.bytes(at: "certs/\(name).json"), as: UTF8.self)
    }
}
