internal import JSONValues

/// The parameters of `createGroup` and `update` that become members of a group (developers.arcgis.com, "Create Group", "Update Group").
enum GroupFields {
    /// The field in which the picture comes.
    static let files: Set<String> = ["thumbnail", "file"]

    private static let texts = ["description", "snippet", "phone", "provider", "providerGroupName"]
    private static let flags = [
        "isInvitationOnly", "isViewOnly", "autoJoin", "leavingDisallowed", "hiddenMembers", "isOpenData", "isReadOnly",
        "notificationsEnabled",
    ]
    private static let words: [String: [String]] = [
        "sortField": ["title", "owner", "avgrating", "numviews", "created", "modified"], "sortOrder": ["asc", "desc"],
        "membershipAccess": ["org", "collaboration", "none", "any"],
    ]

    /// Lays what a request says over a group; an empty text changes nothing unless `clearEmptyFields` is true.
    static func apply(_ write: ContentWrite, to group: inout PortalContent.Group) throws(WriteRefusal) {
        let clears = try write.request.flag("clearEmptyFields")
        func told(_ name: String) -> String? {
            guard let text = write.request[name], clears || !text.isEmpty else { return nil }
            return text
        }
        if let title = told("title") {
            guard !title.allSatisfy(\.isWhitespace) else { throw .parameter("title", "must not be empty") }
            try TextBound.title.require(title, of: "title")
            group.document["title"] = .string(title)
        }
        for name in texts {
            guard let text = told(name) else { continue }
            group.document[name] = text.isEmpty ? .null : .string(text)
        }
        if told("tags") != nil { group.document["tags"] = .array(try write.list("tags").map { .string($0) }) }
        for name in flags {
            guard let text = told(name)?.lowercased() else { continue }
            guard ["true", "false", ""].contains(text) else { throw .parameter(name, "is neither true nor false") }
            group.document[name] = .bool(text == "true")
        }
        for (name, allowed) in words.sorted(by: { $0.key < $1.key }) {
            guard let text = told(name), !text.isEmpty else { continue }
            guard allowed.contains(text.lowercased()) else {
                throw .parameter(name, "\(BodyProblem.quoted(text)) is none of \(allowed.joined(separator: ", "))")
            }
            group.document[name] = .string(text.lowercased())
        }
        if let text = told("displaySettings") {
            group.document["displaySettings"] = try? JSONValue(parsing: text.hasPrefix("{") ? text : "{}")
            if !text.hasPrefix("{"), !text.isEmpty {
                group.document["displaySettings"] = ["itemTypes": .string(text)]
            }
        }
        if let text = told("access") { try setAccess(text, write, &group) }
        if let file = write.request.body.files.first { try setThumbnail(file, &group) }
    }

    private static func setAccess(
        _ text: String, _ write: ContentWrite, _ group: inout PortalContent.Group
    ) throws(WriteRefusal) {
        guard let access = SharingLevel(rawValue: text.lowercased()), access != .shared else {
            throw .parameter("access", "\(BodyProblem.quoted(text)) is none of private, org, public")
        }
        guard access != group.access else { return }
        switch access {
        case .public: try write.require(.shareGroupToPublic)
        case .org: try write.require(.shareGroupToOrg)
        case .private, .shared: break
        }
        group.access = access
    }

    private static func setThumbnail(
        _ file: UploadedFile, _ group: inout PortalContent.Group
    ) throws(WriteRefusal) {
        guard PictureName.isOne(file.baseName) else {
            throw .parameter(
                "thumbnail", "\(BodyProblem.quoted(file.baseName)) is not a PNG, JPEG or GIF file by its name")
        }
        group.thumbnail = PictureName.stored(file)
        group.document["thumbnail"] = .string(file.baseName)
    }

    /// What a group is told as in the answer that made or changed it.
    static func answer(_ group: PortalContent.Group, _ write: ContentWrite) -> JSONValue {
        GroupsEndpoint.document(group, for: write.user.name)
    }
}

/// Names of files that hold a picture which a browser shows.
enum PictureName {
    /// The file with the media type that its name says, whatever the client said.
    static func stored(_ file: UploadedFile) -> StoredFile {
        StoredFile(name: file.baseName, mediaType: MediaType.of(file.baseName.lowercased()), pieces: [file.content])
    }

    static func isOne(_ name: String) -> Bool {
        [".png", ".jpg", ".jpeg", ".gif"].contains { name.lowercased().hasSuffix($0) }
    }
}
