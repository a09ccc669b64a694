internal import Locking

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// The files of one test case, in a folder that is made with the first of them.
final class TestFiles: Sendable {
    @TaskLocal static var current: TestFiles?

    /// Those of the running test case. Throws outside of one.
    static var required: TestFiles {
        get throws(TestFilesError) {
            guard let current else {
                throw TestFilesError(description: "files of a portal are there only in a test with .mockPortal(…)")
            }
            return current
        }
    }

    private let folder = FileManager.default.temporaryDirectory.path + "/mockportal-test-\(UUID().uuidString)"

    /// Writes a file that only its owner may read, and returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let path = "\(folder)/\(name)"
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw TestFilesError(description: "the file \(path) cannot be written") }
        return path
    }

    /// Removes everything.
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// Why a file for a test cannot be had.
struct TestFilesError: Error, CustomStringConvertible {
    let description: String
}
