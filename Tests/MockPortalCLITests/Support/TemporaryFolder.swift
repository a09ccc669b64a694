import Foundation

/// A folder of its own for the length of a test.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("mockportal-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// What names a store in it, with a passphrase that nobody is asked for.
    func store() throws -> [String] {
        try Data("correct horse\n".utf8).write(to: URL(fileURLWithPath: path + "/passphrase"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + "/passphrase")
        return ["--store", path + "/store", "--store-passphrase-file", path + "/passphrase"]
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
