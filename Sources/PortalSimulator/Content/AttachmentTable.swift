internal import FeatureEngine

/// The files that belong to the features of one layer: those of the world, and what was uploaded since.
struct AttachmentTable: Sendable {
    /// A file that belongs to a feature.
    struct Attachment: Sendable {
        let feature: Int64
        let id: Int64
        /// Shown where the features have global ids too.
        let globalID: GlobalID
        var name: String
        var mediaType: String
        var keywords = ""
        var content: Content
        var size: Int
    }

    /// Where its bytes are.
    enum Content: Sendable {
        /// A file of the world.
        case file(path: String)
        case upload(UploadedContent)
    }

    /// By feature, then by id.
    private(set) var all: [Attachment]
    /// The highest id that there ever was in the layer.
    private var lastID: Int64
    /// Bytes of uploads that are kept.
    private var uploadedBytes = 0
    /// About how many bytes clients added: those of uploads, with what is said of them and 256 for each.
    private(set) var addedBytes = 0
    /// Uploads too large for memory, one after another.
    private var spool: UploadSpool?

    init(_ all: [Attachment]) {
        self.all = all
        lastID = all.map(\.id).max() ?? 0
    }

    /// The attachments of a feature.
    func of(_ feature: Int64) -> [Attachment] { all.filter { $0.feature == feature } }

    /// One attachment of a feature; nil where there is none.
    func attachment(_ id: Int64, of feature: Int64) -> Attachment? {
        all.first { $0.feature == feature && $0.id == id }
    }

    /// The attachment of a global id; nil where there is none.
    func attachment(_ id: GlobalID) -> Attachment? { all.first { $0.globalID == id } }

    /// Keeps a file with a feature and gives its id, with a global id that is made unless it is told; throws where there is no room.
    mutating func add(
        _ file: UploadedFile, to feature: Int64, globalID: GlobalID? = nil, keywords: String,
        within limits: AttachmentLimits
    ) throws(BodyProblem) -> Int64 {
        let most = limits.limits.attachments
        guard all.count < most else {
            throw BodyProblem(.noRoom, "the layer takes \(most) attachments until the portal is reset")
        }
        var generator = SystemRandomNumberGenerator()
        let added = Attachment(
            feature: feature, id: lastID + 1, globalID: globalID ?? GlobalID(using: &generator), name: file.baseName,
            mediaType: file.mediaType, keywords: keywords, content: .upload(file.content), size: file.content.count)
        let kept = try keep(added, insteadOf: nil, limits)
        lastID += 1
        let place = all.firstIndex { $0.feature > feature } ?? all.count
        all.insert(kept, at: place)
        return lastID
    }

    /// Puts a file in the place of an attachment; false where there is none.
    mutating func update(
        _ id: Int64, of feature: Int64, with file: UploadedFile, keywords: String?, within limits: AttachmentLimits
    ) throws(BodyProblem) -> Bool {
        guard let index = all.firstIndex(where: { $0.feature == feature && $0.id == id }) else { return false }
        let old = all[index]
        var changed = old
        changed.name = file.baseName
        changed.mediaType = file.mediaType
        changed.keywords = keywords ?? old.keywords
        changed.content = .upload(file.content)
        changed.size = file.content.count
        let kept = try keep(changed, insteadOf: old, limits)
        all[index] = kept
        return true
    }

    /// Takes an attachment away; false where there is none.
    mutating func delete(_ id: Int64, of feature: Int64) -> Bool {
        guard let index = all.firstIndex(where: { $0.feature == feature && $0.id == id }) else { return false }
        uploadedBytes -= all[index].uploadedSize
        addedBytes -= all[index].weight
        all.remove(at: index)
        return true
    }

    /// Takes away what is attached to some features, as to those that are gone, and the temporary file once nothing in it is used.
    mutating func removeAll(ofFeaturesWhere isMeant: (_ feature: Int64) -> Bool) {
        let gone = all.filter { isMeant($0.feature) }
        guard !gone.isEmpty else { return }
        for attachment in gone {
            uploadedBytes -= attachment.uploadedSize
            addedBytes -= attachment.weight
        }
        all.removeAll { isMeant($0.feature) }
        if !all.contains(where: \.isSpooled) { spool = nil }
    }

    /// Keeps the bytes of an upload, in place of an attachment: a small one in memory, so that it does not hold the temporary file of
    /// its whole request. Gives the upload with the place of what is kept.
    private mutating func keep(
        _ new: Attachment, insteadOf old: Attachment?, _ limits: AttachmentLimits
    ) throws(BodyProblem) -> Attachment {
        let uploaded = new.uploadedSize - (old?.uploadedSize ?? 0)
        let most = limits.limits.attachedBytes
        guard uploadedBytes + uploaded <= most else {
            throw BodyProblem(.noRoom, "the layer takes \(most) bytes of attachments until the portal is reset")
        }
        let added = new.weight - (old?.weight ?? 0)
        guard added <= 0 || addedBytes + added <= limits.roof else { throw limits.portalProblem }
        var kept = new
        if case .upload(let content) = new.content, case .spooled = content {
            try compact()
            let spool = if let spool { spool } else { try UploadSpool() }
            self.spool = spool
            kept.content = .upload(try Self.copy(content, to: spool))
        }
        uploadedBytes += uploaded
        addedBytes += added
        return kept
    }

    /// Starts another temporary file once the one at hand holds mostly what was replaced or deleted.
    private mutating func compact() throws(BodyProblem) {
        let live = all.reduce(0) {
            if case .upload(.spooled(_, let range)) = $1.content { $0 + range.count } else { $0 }
        }
        guard let old = spool, old.count > 2 * live + (64 << 20) else { return }
        let new = try UploadSpool()
        var moved = all
        for index in moved.indices {
            guard case .upload(let content) = moved[index].content, case .spooled = content else { continue }
            moved[index].content = .upload(try Self.copy(content, to: new))
        }
        (all, spool) = (moved, new)
    }

    private static func copy(_ content: UploadedContent, to spool: UploadSpool) throws(BodyProblem) -> UploadedContent {
        let start = spool.count
        for piece in stride(from: 0, to: content.count, by: 1 << 20) {
            guard let bytes = content.bytes(piece..<min(piece + (1 << 20), content.count)) else {
                throw BodyProblem(.noRoom, "the temporary file of the upload cannot be read")
            }
            try bytes.withUnsafeBufferPointer { bytes throws(BodyProblem) in try spool.append(bytes) }
        }
        return .spooled(spool, start..<start + content.count)
    }
}

extension AttachmentTable.Attachment {
    /// Bytes that it takes of what a layer keeps.
    fileprivate var uploadedSize: Int { if case .upload(let content) = content { content.count } else { 0 } }

    /// Whether its bytes are in a temporary file.
    fileprivate var isSpooled: Bool { if case .upload(.spooled(_, _)) = content { true } else { false } }

    /// About how many bytes it takes of what the portal keeps; none for what the world brought.
    fileprivate var weight: Int {
        guard case .upload(let content) = content else { return 0 }
        return content.count + name.utf8.count + mediaType.utf8.count + keywords.utf8.count + 256
    }
}
