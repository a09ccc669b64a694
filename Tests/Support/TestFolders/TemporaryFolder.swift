internal import Platform

/// A folder of a test, which is removed with its last reference.
package final class TemporaryFolder: Sendable {
    /// What the system refused.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// What is held to the end of the tests, by a server that many of them share, is removed then.
    private static let all: TemporaryFolders = {
        atexit { TemporaryFolder.all.removeAll() }
        return TemporaryFolders()
    }()
    /// Where it is; under `TMPDIR` or `/tmp`.
    package let path: String
    /// The mode of a file that is written without one.
    private let fileMode: Int

    /// Makes one; only its owner may enter it, unless `isShared`, for a server that gives up its rights.
    package init(isShared: Bool = false) throws {
        path = try Self.all.make("mockportal-test")
        fileMode = isShared ? 0o644 : 0o600
        if isShared { chmod(path, 0o755) }
    }

    deinit { Self.all.remove(path) }

    /// Writes a text as a file, in place of one of that name, and gives its path.
    @discardableResult
    package func write(_ text: String, as name: String, mode: Int? = nil) throws -> String {
        try write(Array(text.utf8), as: name, mode: mode)
    }

    /// Writes bytes as a file, in place of one of that name, and gives its path.
    @discardableResult
    package func write(_ bytes: [UInt8], as name: String, mode: Int? = nil) throws -> String {
        let place = path + "/" + name
        let file = Descriptor(open(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600)))
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Platform.write(file.number, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Self.failure("write", place) }
            rest = rest.dropFirst(count)
        }
        guard fchmod(file.number, mode_t(mode ?? fileMode)) == 0 else { throw Self.failure("write", place) }
        return place
    }

    private static func failure(_ what: String, _ place: String) -> Failure {
        Failure(description: "cannot \(what) \(place): \(String(cString: strerror(errno)))")
    }
}
