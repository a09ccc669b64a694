import PortalAuthentication
import PortalClient

/// A thumbnail as a file.
enum ThumbnailFile {
    /// Loads and saves an image; what became of it, for the table.
    static func save(_ image: RemoteImage?, to path: String?, named name: String) async throws(PortalError) -> Saved {
        guard let image else { return Saved(bytes: [], path: nil) }
        let bytes = try await image.load()
        return Saved(bytes: bytes, path: path ?? "\(fileName(name)).\(suffix(of: bytes))")
    }

    /// Bytes that are still to be written, and where.
    struct Saved: Sendable {
        let bytes: [UInt8]
        let path: String?

        /// Writes the file; the words for the table.
        func write() throws(CommandFailure) -> String {
            guard let path else { return "none" }
            try OutputFile.write(bytes, to: path)
            return "\(path) (\(bytes.count) bytes)"
        }
    }

    /// A portal's words never choose a folder: only harmless characters remain.
    private static func fileName(_ name: String) -> String {
        let harmless = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        return harmless.isEmpty ? "thumbnail" : String(harmless.prefix(64))
    }

    private static func suffix(of bytes: [UInt8]) -> String {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if bytes.starts(with: Array("GIF8".utf8)) { return "gif" }
        return "image"
    }
}
