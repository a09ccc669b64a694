import Foundation

/// A folder of its own for the length of a test.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("mockportal-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// What names a store in it, with a passphrase that nobody is asked for.
    func store() throws -> [String] {
        ["--store", path + "/store", "--store-passphrase-file", try write("correct horse\n", as: "passphrase")]
    }

    /// Writes a file, which only its owner may read unless another mode is given, and gives its path.
    func write(_ text: String, as name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
