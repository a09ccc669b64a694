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

    private struct State {
        var folder: String?
        var isOver = false
    }
    private let state = Locked(State())

    /// Whether what is left when the process ends is removed then.
    private static let isRemovedAtExit = atexit { TemporaryFolders.process.removeAll() } == 0

    /// Makes a folder that goes with the process at the latest.
    static func makeFolder(_ name: String) throws -> String {
        _ = isRemovedAtExit
        return try TemporaryFolders.process.make(name)
    }

    /// Writes a file that only its owner may read, and returns its path.
    ///
    /// Throws after ``remove()``, and where the file cannot be written.
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let made = try state.withLock { state in
            guard !state.isOver else {
                throw TestFilesError(
                    description: "\(name) cannot be written: the test case is over; ask for files before it ends")
            }
            let made = try state.folder ?? Self.makeFolder("mockportal-test")
            state.folder = made
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

    /// Removes everything, and lets nothing be written any more.
    func remove() {
        let made = state.withLock { state in
            state.isOver = true
            return state.folder
        }
        if let made { TemporaryFolders.process.remove(made) }
    }
}

/// Why a file for a test cannot be had.
struct TestFilesError: Error, CustomStringConvertible {
    let description: String
}
