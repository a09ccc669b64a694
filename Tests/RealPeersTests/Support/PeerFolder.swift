import Foundation

/// A folder that goes with its last reference; a server that gives up its rights can still read it.
final class PeerFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and gives its path.
    @discardableResult
    func write(_ text: String, as name: String, mode: Int = 0o644) throws -> String {
        try write(Array(text.utf8), as: name, mode: mode)
    }

    @discardableResult
    func write(_ bytes: [UInt8], as name: String, mode: Int = 0o644) throws -> String {
        let file = "\(path)/\(name)"
        guard
            FileManager.default.createFile(
                atPath: file, contents: Data(bytes), attributes: [.posixPermissions: mode])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file]) }
        return file
    }
}
