internal import JSONValues
public import PortalAuthentication

/// A file that belongs to a feature (developers.arcgis.com/rest/services-reference/enterprise/attachment-infos-feature-service/).
public struct Attachment: Sendable, Hashable, Identifiable {
    /// Its number.
    public let id: Int64
    /// Its name.
    public let name: String
    /// Its media type; nil where the service gives none.
    public let mediaType: String?
    /// How many bytes it has; nil where the service does not say.
    public let size: Int?
    /// The words that were given with it; empty where there are none.
    public let keywords: String

    init?(_ json: JSONValue) {
        guard let id = json.number("id") else { return nil }
        self.id = id
        name = json.text("name") ?? ""
        mediaType = json.text("contentType")
        size = json.number("size").flatMap { Int(exactly: $0) }
        keywords = json.text("keywords") ?? ""
    }
}

/// A file to be attached to a feature.
public struct AttachmentUpload: Sendable, Hashable {
    /// The file and its name.
    public var file: FormFile
    /// Words that go with it; nil gives none.
    public var keywords: String?

    /// Attaches bytes under a name.
    public init(name: String, mediaType: String = "application/octet-stream", bytes: [UInt8], keywords: String? = nil) {
        file = FormFile(field: "attachment", name: name, mediaType: mediaType, content: .bytes(bytes))
        self.keywords = keywords
    }

    /// Attaches a file of this machine, which is read while it is sent; its name is that of the file unless another is given.
    public init(
        path: String, name: String? = nil, mediaType: String = "application/octet-stream", keywords: String? = nil
    ) {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        file = FormFile(field: "attachment", name: name ?? last, mediaType: mediaType, content: .file(path: path))
        self.keywords = keywords
    }
}
