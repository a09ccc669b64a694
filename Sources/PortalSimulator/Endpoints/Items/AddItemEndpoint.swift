internal import JSONValues

/// `addItem`, `update` and uploads in parts (developers.arcgis.com, "Add Item", "Update Item", "Add Item Part", "Commit", "Cancel").
enum AddItemEndpoint {
    /// Fields in which an item's files come.
    static let files: Set<String> = ["file", "thumbnail", "largeThumbnail", "metadata"]
    /// Portal time in milliseconds that an asynchronous job takes.
    static let jobDuration: Int64 = 1_000

    static func add(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            try write.require(.createItem)
            let folder = request.captures.count > 1 ? try write.folder(request.captures[1], of: owner) : nil
            // Esri/arcgis-rest-js, `packages/arcgis-rest-request/test/mocks/errors.ts`.
            guard let title = request["title"], let type = request["type"], !title.isEmpty, !type.isEmpty else {
                throw .failed("'type' and 'title' property required.")
            }
            var item = PortalContent.Item(
                id: try id(write, in: world), title: title, owner: owner.name, organization: owner.organization,
                document: world.items.defaults)
            item.folder = folder
            for key in ["created", "modified"] { item.document[key] = .integer(write.time) }
            if type == "Web Map" { item.document["typeKeywords"] = ["Map", "Online Map", "Web Map"] }
            try ItemFields.apply(write, to: &item)
            try ItemFields.applyContent(write, to: &item)
            try begin(write, &item, "Unable to add item.")
            let relationship = try ItemRelations.wanted(with: &item, write, in: world)
            world.items.add(item)
            if let relationship { _ = world.items.relate(relationship) }
            return ["success": true, "id": .string(item.id), "folder": folder.map { .string($0) } ?? .null]
        }
    }

    static func update(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                try ItemFields.apply(write, to: &item)
                try ItemFields.applyContent(write, to: &item)
                try begin(write, &item, "Unable to update item.")
                item.document["modified"] = .integer(write.time)
            }
            return ["success": true, "id": .string(item.id)]
        }
    }

    /// The id of a new item: of one's own choice with `itemIdToCreate` (ArcGIS Enterprise), else a random one.
    private static func id(_ write: ContentWrite, in world: PortalContent.World) throws(WriteRefusal) -> String {
        guard let wanted = write.request["itemIdToCreate"], !wanted.isEmpty else { return RandomText.identifier() }
        guard WorldDefaults.isIdentifier(wanted) else {
            throw .parameter("itemIdToCreate", "is not an id of 32 lower-case hex digits")
        }
        guard world.items.withID(wanted) == nil else { throw .parameter("itemIdToCreate", "is the id of another item") }
        return wanted
    }

    /// Opens an upload in parts where `multipart` asks for one, or a job where `async` does.
    private static func begin(
        _ write: ContentWrite, _ item: inout PortalContent.Item, _ failure: String
    ) throws(WriteRefusal) {
        if write.request["multipart"]?.lowercased() == "true" {
            guard let name = write.request["filename"] ?? write.request["fileName"], !name.isEmpty else {
                throw .failed(failure, "'filename' must be specified with multipart.")
            }
            item.extras.upload = ItemExtras.Upload(fileName: name)
            item.document["name"] = .string(name)
        } else if write.request["async"]?.lowercased() == "true" {
            item.extras.job = ItemExtras.Job(done: write.time + jobDuration)
        }
    }

    static func addPart(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            guard let number = (request["partNumber"] ?? request["partNum"]).flatMap({ Int($0) }),
                (1...10_000).contains(number)
            else { throw .parameter("partNumber", "must be a number from 1 to 10000") }
            guard let file = request.body.files.first else { throw .parameter("file", "must be a file of the form") }
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                guard item.extras.upload != nil else {
                    throw .failed(
                        "Unable to add part.", "The item has no upload in parts; add or update it with multipart=true.")
                }
                item.extras.upload?.parts[number] = StoredFile(file)
            }
            return ["success": true, "id": .string(item.id)]
        }
    }

    /// Puts the parts together, in the order of their numbers.
    static func commit(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            _ = try world.items.change(item.id) { item throws(WriteRefusal) in
                guard let upload = item.extras.upload, !upload.parts.isEmpty else {
                    throw .failed("Unable to commit item.", "No part of the item was uploaded.")
                }
                let parts = upload.parts.sorted { $0.key < $1.key }.map(\.value)
                item.data = .upload(
                    StoredFile(
                        name: upload.fileName, mediaType: MediaType.of(upload.fileName),
                        pieces: parts.flatMap(\.pieces)))
                item.extras.upload = nil
                item.extras.job = ItemExtras.Job(done: write.time + jobDuration)
                try ItemFields.apply(write, to: &item)
                item.document["modified"] = .integer(write.time)
                item.countSize()
            }
            return ["success": true, "id": .string(item.id)]
        }
    }

    /// Gives an upload in parts up. A new item stays, without data.
    static func cancel(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.item(in: world, isUpdate: true)
            _ = world.items.change(item.id) { $0.extras.upload = nil }
            return ["success": true, "id": .string(item.id)]
        }
    }

    /// How far an upload or an asynchronous job is, in portal time.
    static func status(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        let id = request.captures[request.captures.count - 1]
        guard let item = try request.content.items().withID(id), item.owner == request.captures[0] else {
            return .failure(.noItem)
        }
        guard sharing.mayUpdate(item) else {
            return .failure(.noPermission, "access", "the item is not in the hand of the viewer")
        }
        let status =
            if item.extras.upload != nil {
                "partial"
            } else if let job = item.extras.job, request.time < job.done {
                "processing"
            } else {
                "completed"
            }
        return .document(["status": .string(status), "statusMessage": .string(status), "itemId": .string(id)])
    }
}
