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
        if let count = count ?? path {
            // Every byte there is, line ends among them.
            content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        } else {
            content = Array((try reader.text("text") ?? "").utf8)
        }
    }

    /// What the app hands over; a file is written into the folder first. Nil where that fails.
    func upload(below folder: String) -> AttachmentUpload? {
        guard isFile else { return AttachmentUpload(name: name, mediaType: type, bytes: content, keywords: keywords) }
        let path = "\(folder)/\(name)"
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(0o600))
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
