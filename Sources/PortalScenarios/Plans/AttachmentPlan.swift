internal import JSONValues
internal import Platform
internal import PortalClient

/// A file to attach, as a scenario writes it.
struct AttachmentPlan: Sendable {
    static let keys = ["id", "name", "type", "text", "bytes", "path", "keywords"]

    /// The attachment whose place it takes; nil for a new one.
    let id: Int64?
    let name: String
    let type: String
    let content: [UInt8]
    let keywords: String?
    /// Whether it is read off the disk while it is sent.
    private let isFile: Bool

    init(_ reader: DocumentReader) throws(DocumentError) {
        id = try reader.number("id", in: 0...Int(Int32.max)).map { Int64($0) }
        name = try reader.text("name") ?? "note.txt"
        type = try reader.text("type") ?? "text/plain"
        keywords = try reader.text("keywords")
        let count = try reader.number("bytes", in: 0...(8 << 20))
        let path = try reader.number("path", in: 0...(8 << 20))
        isFile = path != nil
        if isFile, !Self.isFileName(name) {
            throw DocumentError(
                .wrongType, source: reader.source, keyPath: DocumentReader.join(reader.path, "name"),
                problem:
                    "\(DocumentReader.shown(.string(name))) is not the name of a file: with \"path\" a file of this name is "
                    + "written first; give 1 to \(Self.longestName) bytes without a slash, and neither . nor ..")
        }
        if let count = count ?? path {
            // Every byte there is, line ends among them.
            content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        } else {
            content = Array((try reader.text("text") ?? "").utf8)
        }
    }

    /// How many bytes the name of a file may have (NAME_MAX of limits.h(0p)).
    private static let longestName = 255

    /// Whether a text names a file in a folder, and nothing outside of it.
    private static func isFileName(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count) && text != "." && text != ".."
            && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// What the app hands over; a file is written below the folder first. Nil where that fails.
    func upload(below folder: String) -> AttachmentUpload? {
        guard isFile else { return AttachmentUpload(name: name, mediaType: type, bytes: content, keywords: keywords) }
        let own = "\(folder)/attachments"
        guard mkdir(own, mode_t(0o700)) == 0 || errno == EEXIST else { return nil }
        let path = "\(own)/\(name)"
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard number >= 0 else { return nil }
        let file = Descriptor(number)
        var written = 0
        while written < content.count {
            let count = content[written...].withUnsafeBytes { Platform.write(file.number, $0.baseAddress, $0.count) }
            guard count > 0 else { return nil }
            written += count
        }
        return AttachmentUpload(path: path, mediaType: type, keywords: keywords)
    }
}
