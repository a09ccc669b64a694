import PortalAuthentication
import PortalClient

/// A thumbnail as a file.
struct ThumbnailFile {
    private let bytes: [UInt8]
    private let name: String

    /// Takes the bytes of a picture and what it shows.
    init(_ bytes: [UInt8], for name: String) {
        self.bytes = bytes
        self.name = name
    }

    /// Saves the picture, by default in a file named after what it shows; the words for a table.
    ///
    /// A file of that name which holds something else stays as it is: it was not asked for.
    func save(to path: String?, overwrite: Bool) throws(CommandFailure) -> String {
        let place = path ?? "\(Self.fileName(name)).\(ImageFormat(bytes)?.suffix ?? "image")"
        if path == nil, !overwrite, let there = try? InputFile.bytes(place) {
            guard there != bytes else { return "\(place) (\(bytes.count) bytes, as it was)" }
            return "not saved: \(place) is there and holds something else; use --thumbnail <file> or --overwrite"
        }
        try OutputFile.write(bytes, to: place, overwrite: overwrite)
        return "\(place) (\(bytes.count) bytes)"
    }

    /// A portal's words never choose a folder: only harmless characters remain.
    private static func fileName(_ name: String) -> String {
        let harmless = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
        return harmless.isEmpty ? "thumbnail" : String(harmless.prefix(64))
    }
}
