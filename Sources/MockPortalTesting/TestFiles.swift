internal import Platform

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

    private let folder = Locked<String?>(nil)

    /// Writes a file that only its owner may read, and returns its path.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let made = try folder.withLock { folder in
            let made = try folder ?? TemporaryFolders.process.make("mockportal-test")
            folder = made
            return made
        }
        return try Self.write(bytes, to: "\(made)/\(name)")
    }

    /// Writes a file that only its owner may read, and returns its path.
    static func write(_ bytes: [UInt8], to path: String) throws -> String {
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw TestFilesError(description: "the file \(path) cannot be written") }
        return path
    }

    /// Removes everything.
    func remove() {
        guard let made = folder.withLock({ $0 }) else { return }
        TemporaryFolders.process.remove(made)
    }
}

/// Why a file for a test cannot be had.
struct TestFilesError: Error, CustomStringConvertible {
    let description: String
}
