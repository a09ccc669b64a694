internal import JSONValues

/// The parameters of `addItem` and `update` that become members of an item (developers.arcgis.com, "Items and item types").
enum ItemFields {
    private static let texts = [
        "description", "snippet", "accessInformation", "licenseInfo", "culture", "url", "spatialReference",
        "documentation", "proxyFilter", "type", "name",
    ]
    private static let lists = [
        "tags", "typeKeywords", "categories", "appCategories", "industries", "languages", "screenshots",
    ]
    private static let flags = ["commentsEnabled", "listed"]

    /// Lays what a request says over an item; an empty text changes nothing unless `clearEmptyFields` is true.
    static func apply(_ write: ContentWrite, to item: inout PortalContent.Item) throws(WriteRefusal) {
        let clears = try write.request.flag("clearEmptyFields")
        func told(_ name: String) -> String? {
            guard let text = write.request[name], clears || !text.isEmpty else { return nil }
            return text
        }
        if let title = told("title") {
            guard !title.isEmpty else { throw .parameter("title", "must not be empty") }
            item.title = title
        }
        for name in texts {
            guard let text = told(name) else { continue }
            if text.isEmpty, name == "type" { throw .parameter("type", "must not be empty") }
            item.document[name] = text.isEmpty ? .null : .string(text)
        }
        for name in lists {
            guard let text = told(name) else { continue }
            item.document[name] = .array(try elements(text, of: name).map { .string($0) })
        }
        for name in flags {
            guard let text = told(name)?.lowercased() else { continue }
            guard ["true", "false"].contains(text) else { throw .parameter(name, "is neither true nor false") }
            item.document[name] = .bool(text == "true")
        }
        if let text = told("extent") { item.document["extent"] = try extent(text) }
        if let text = told("properties") {
            guard text.isEmpty || (try? JSONValue(parsing: text)) != nil else {
                throw .parameter("properties", "is not JSON")
            }
            item.document["properties"] = text.isEmpty ? .null : try? JSONValue(parsing: text)
        }
    }

    /// Texts with commas between them, or a JSON list of them, as clients also send.
    private static func elements(_ text: String, of name: String) throws(WriteRefusal) -> [String] {
        if text.hasPrefix("["), let list = (try? JSONValue(parsing: text))?.array {
            return try ContentWrite.within(list.compactMap(\.string), name)
        }
        return try ContentWrite.within(ContentWrite.list(text, atMost: ContentWrite.listed), name)
    }

    /// `xmin,ymin,xmax,ymax` in degrees, or the two corners as JSON.
    private static func extent(_ text: String) throws(WriteRefusal) -> JSONValue {
        if text.isEmpty { return [] }
        let value = try? JSONValue(parsing: text.hasPrefix("[") || text.hasPrefix("{") ? text : "[\(text)]")
        let numbers: [Double]
        if let corners = value?.array {
            numbers = corners.flatMap { $0.array?.compactMap(\.double) ?? [$0.double].compactMap { $0 } }
        } else {
            numbers = ["xmin", "ymin", "xmax", "ymax"].compactMap { value?[$0]?.double }
        }
        guard numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
            throw .parameter("extent", "is not xmin,ymin,xmax,ymax")
        }
        return [[.number(numbers[0]), .number(numbers[1])], [.number(numbers[2]), .number(numbers[3])]]
    }

    /// Takes data, thumbnail and metadata of a request into an item.
    static func applyContent(_ write: ContentWrite, to item: inout PortalContent.Item) throws(WriteRefusal) {
        for name in ["dataUrl", "thumbnailurl", "thumbnailURL"] where write.request[name]?.isEmpty == false {
            throw .parameter(
                name, "is not served: this portal fetches nothing; send the bytes in a part with a filename")
        }
        if let text = write.request["text"], !text.isEmpty { item.data = .text(text) }
        for file in write.request.body.files {
            switch file.field {
            case "thumbnail", "largeThumbnail": try setThumbnail(file, of: &item)
            case "metadata":
                item.extras.info["metadata/metadata.xml"] = StoredFile(
                    name: "metadata.xml", mediaType: "text/xml;charset=utf-8", pieces: [file.content])
            default:
                item.data = .upload(StoredFile(file))
                item.document["name"] = .string(file.baseName)
            }
        }
        item.countSize()
    }

    /// Puts a picture in the place of an item's thumbnail.
    static func setThumbnail(_ file: UploadedFile, of item: inout PortalContent.Item) throws(WriteRefusal) {
        let name = file.baseName.lowercased()
        guard let end = ["png", "jpg", "jpeg", "gif"].first(where: { name.hasSuffix("." + $0) }) else {
            throw .parameter(
                "thumbnail", "\(BodyProblem.quoted(file.baseName)) is not a PNG, JPEG or GIF file by its name")
        }
        setThumbnail([file.content], name: file.baseName, end: end, of: &item)
    }

    static func setThumbnail(_ pieces: [UploadedContent], name: String, end: String, of item: inout PortalContent.Item)
    {
        item.extras.info = item.extras.info.filter { !$0.key.hasPrefix("thumbnail/") }
        let path = "thumbnail/\(name)"
        item.extras.info[path] = StoredFile(name: name, mediaType: MediaType.of("x." + end), pieces: pieces)
        item.document["thumbnail"] = .string(path)
    }
}

extension PortalContent.Item {
    /// Sets the member `size` to the bytes of data and resources (developers.arcgis.com, "Add Resources").
    mutating func countSize() {
        let resources = extras.resources.reduce(0) { $0 + $1.file.count }
        let bytes: Int
        switch data {
        case .none: bytes = 0
        // Of the world: its document tells the size.
        case .document, .file: return
        case .text, .upload: bytes = data.writtenBytes
        }
        document["size"] = .integer(Int64(bytes + resources))
    }
}
