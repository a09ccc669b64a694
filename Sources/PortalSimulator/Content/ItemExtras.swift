/// What hangs on an item beside its document and its data, all of it written by clients.
struct ItemExtras: Sendable {
    /// Files below `info/`, by their path there: `thumbnail/ago_downloaded.png`, `metadata/metadata.xml`.
    var info: [String: StoredFile] = [:]
    var resources: [Resource] = []
    var comments: [Comment] = []
    /// Ratings by user name, from 1 to 5.
    var ratings: [String: Double] = [:]
    /// An upload in parts that is not committed; nil where there is none.
    var upload: Upload?
    /// The asynchronous job that the item has last been through.
    var job: Job?

    /// A file below `resources/` (developers.arcgis.com, "Item Resources").
    struct Resource: Sendable {
        /// The path below `resources/`.
        let path: String
        var file: StoredFile
        var isPrivate: Bool
        let created: Int64
    }

    /// A comment (developers.arcgis.com, "Item Comments").
    struct Comment: Sendable {
        let id: String
        let owner: String
        let created: Int64
        var text: String
        /// The comment that it answers; nil for one about the item.
        let parent: String?
    }

    /// Parts that came so far, by number (developers.arcgis.com, "Add Item Part").
    struct Upload: Sendable {
        let fileName: String
        var parts: [Int: StoredFile] = [:]
    }

    /// A job whose state follows portal time (developers.arcgis.com, "Status").
    struct Job: Sendable {
        /// Portal time in milliseconds at which it is done.
        let done: Int64
    }

    /// Bytes of all of it.
    var writtenBytes: Int {
        let parts = upload?.parts.values.reduce(0) { $0 + 64 + $1.count } ?? 0
        return info.reduce(parts) { $0 + $1.key.utf8.count + $1.value.count }
            + resources.reduce(0) { $0 + 128 + $1.path.utf8.count + $1.file.count }
            + comments.reduce(0) { $0 + 128 + $1.text.utf8.count } + ratings.count * 32
    }
}
