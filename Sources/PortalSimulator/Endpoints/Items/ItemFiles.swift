internal import HTTPSemantics
internal import JSONValues

/// Resources, thumbnails and information files of items (developers.arcgis.com, "Add Resources", "Update Thumbnail", "Update Info").
enum ItemFiles {
    /// Resources that one item takes (developers.arcgis.com, "Add Resources").
    static let maximumResources = 1_000

    static func addResources(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try changeResources(request) { item, path, file, write throws(WriteRefusal) in
            guard !item.extras.resources.contains(where: { $0.path == path }) else {
                throw .failed("Resource already exists.", "\(path) is there; use updateResources.")
            }
            guard item.extras.resources.count < maximumResources else {
                throw .limit("an item keeps \(maximumResources) resources")
            }
            item.extras.resources.append(
                ItemExtras.Resource(
                    path: path, file: file, isPrivate: write.request["access"] == "private", created: write.time))
        }
    }

    static func updateResources(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try changeResources(request) { item, path, file, write throws(WriteRefusal) in
            guard let index = item.extras.resources.firstIndex(where: { $0.path == path }) else {
                throw WriteRefusal(.noResource, "the item has no resource \(BodyProblem.quoted(path))")
            }
            item.extras.resources[index].file = file
            if let access = write.request["access"], !access.isEmpty {
                item.extras.resources[index].isPrivate = access == "private"
            }
        }
    }

    private static func changeResources(
        _ request: EndpointRequest,
        _ body: (inout PortalContent.Item, String, StoredFile, ContentWrite) throws(WriteRefusal) -> Void
    ) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            if request["archive"]?.lowercased() == "true" {
                throw .parameter("archive", "is not served: no archive is unpacked here; send each file by itself")
            }
            var files = request.body.files.map { (name: $0.baseName, file: StoredFile($0)) }
            if let text = request["text"], files.isEmpty { files.append(("", .init(text: text))) }
            guard !files.isEmpty else { throw .parameter("file", "must be a file of the form, or 'text' be specified") }
            let prefix = request["resourcesPrefix"] ?? ""
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                for (name, file) in files {
                    let given = files.count == 1 ? request["fileName"] ?? name : name
                    try body(&item, try path(prefix, given), file.typed(by: given), write)
                }
                item.document["modified"] = .integer(write.time)
                item.countSize()
            }
            return [
                "success": true, "itemId": .string(item.id), "owner": .string(item.owner),
                "folder": item.folder.map { .string($0) } ?? .null,
            ]
        }
    }

    /// The path of a file below a folder; one that is empty or climbs is refused.
    private static func path(_ folder: String, _ name: String) throws(WriteRefusal) -> String {
        let parts = (folder + "/" + name).split(separator: "/", omittingEmptySubsequences: true)
        guard !name.isEmpty, !parts.contains(".."), !parts.contains("."), (folder + name).utf8.count <= 1_000 else {
            throw .parameter("fileName", "\(BodyProblem.quoted(name)) is no name of a file")
        }
        return parts.joined(separator: "/")
    }

    static func removeResources(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                if request["deleteAll"]?.lowercased() == "true" {
                    item.extras.resources = []
                } else {
                    let prefix = request["resourcesPrefix"].map { $0.isEmpty ? "" : $0 + "/" } ?? ""
                    let path = prefix + (request["resource"] ?? "")
                    guard let index = item.extras.resources.firstIndex(where: { $0.path == path }) else {
                        throw WriteRefusal(.noResource, "the item has no resource \(BodyProblem.quoted(path))")
                    }
                    item.extras.resources.remove(at: index)
                }
                item.countSize()
            }
            return ["success": true]
        }
    }

    static func updateThumbnail(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                if let file = request.body.files.first {
                    try ItemFields.setThumbnail(file, of: &item)
                } else if request["url"]?.isEmpty == false {
                    throw .parameter("url", "is not served: this portal fetches nothing; send the picture as a file")
                } else {
                    throw .parameter("file", "must be a file of the form")
                }
                item.document["modified"] = .integer(write.time)
            }
            return ["success": true, "itemId": .string(item.id)]
        }
    }

    static func deleteThumbnail(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            _ = world.items.change(item.id) { item in
                item.extras.info = item.extras.info.filter { !$0.key.hasPrefix("thumbnail/") }
                item.document["thumbnail"] = .null
            }
            return ["success": true, "itemId": .string(item.id)]
        }
    }

    /// `updateInfo`: a file below `info/`, in the folder that `folderName` names.
    static func updateInfo(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            guard let file = request.body.files.first else {
                throw .parameter("infoFile", "must be a file of the form")
            }
            let path = try path(request["folderName"] ?? "", file.baseName)
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                guard item.extras.info[path] != nil || item.extras.info.count < maximumResources else {
                    throw .limit("an item keeps \(maximumResources) information files")
                }
                item.extras.info[path] = StoredFile(file).typed(by: file.baseName)
                item.document["modified"] = .integer(write.time)
            }
            return [
                "success": true, "itemId": .string(item.id), "owner": .string(item.owner),
                "folder": item.folder.map { .string($0) } ?? .null,
            ]
        }
    }

    static func deleteInfo(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            let path = request["infoFile"] ?? ""
            let isGone = world.items.change(item.id) { $0.extras.info.removeValue(forKey: path) != nil }
            guard isGone == true else {
                throw WriteRefusal(.noItemInfo, "the item has no file info/\(path.prefix(80))")
            }
            return ["success": true, "itemId": .string(item.id)]
        }
    }
}

extension StoredFile {
    /// A text as a file.
    fileprivate init(text: String) {
        self.init(name: "", mediaType: "text/plain;charset=utf-8", pieces: [.memory(Array(text.utf8))])
    }

    /// The same file under another name, with the media type of its end where that is known.
    fileprivate func typed(by name: String) -> StoredFile {
        var file = self
        file.name = String(name.split(separator: "/").last ?? "")
        let type = name.lowercased().hasSuffix(".json") ? "application/json;charset=utf-8" : MediaType.of(name)
        if type != "application/octet-stream" { file.mediaType = type }
        return file
    }
}
