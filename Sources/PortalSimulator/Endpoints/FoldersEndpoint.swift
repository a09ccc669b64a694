internal import JSONValues

/// Folders of a user's content (developers.arcgis.com, "Create Folder", "Update Folder", "Delete Folder").
enum FoldersEndpoint {
    static func create(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            try write.require(.createItem)
            let title = try title(write, "title", "Unable to create folder.", among: owner.folders)
            return ["success": true, "folder": try write.makeFolder(title, of: owner, in: &world)]
        }
    }

    /// `updateFolder`, which gives a folder another title.
    static func update(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .updateItems)
            let id = try write.folder(request.captures[1], of: owner)
            let others = owner.folders.filter { $0["id"]?.string != id }
            let title = try title(write, "newTitle", "Unable to update folder.", among: others)
            _ = world.users.change(owner.name) { user in
                for index in user.folders.indices where user.folders[index]["id"]?.string == id {
                    user.folders[index]["title"] = .string(title)
                }
            }
            return ["success": true]
        }
    }

    /// Deletes a folder with the items in it; where one of them is protected, nothing is deleted.
    static func delete(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let owner = try write.owner(in: world, by: .deleteItems)
            let id = try write.folder(request.captures[1], of: owner)
            let items = world.items.all.filter { $0.owner == owner.name && $0.folder == id }
            if let item = items.first(where: \.isProtected) {
                throw .failed(
                    "Unable to delete folder.", "Unable to delete item \(item.id). Delete protection is turned on.")
            }
            world.removeItems(Set(items.map(\.id)))
            let folder = owner.folders.first { $0["id"]?.string == id } ?? .null
            _ = world.users.change(owner.name) { $0.folders.removeAll { $0["id"]?.string == id } }
            let members: JSONValue = [
                "username": .string(owner.name), "id": .string(id), "title": folder["title"] ?? .null,
            ]
            return ["success": true, "folder": members]
        }
    }

    /// A title that the user has not got yet, whatever its case.
    private static func title(
        _ write: ContentWrite, _ parameter: String, _ failure: String, among folders: [JSONValue]
    ) throws(WriteRefusal) -> String {
        let title = write.request[parameter] ?? ""
        guard !title.allSatisfy(\.isWhitespace) else { throw .failed(failure, "'\(parameter)' must be specified.") }
        if let problem = TextBound.title.problem(title) { throw .failed(failure, "'\(parameter)' \(problem).") }
        let known = folders.compactMap { $0["title"]?.string?.lowercased() }
        guard !known.contains(title.lowercased()) else {
            throw .failed(failure, "Folder title '\(title)' not available.")
        }
        return title
    }
}

extension ContentWrite {
    /// Makes a folder; throws where the user has as many as a portal keeps.
    func makeFolder(
        _ title: String, of owner: PortalContent.User, in world: inout PortalContent.World
    ) throws(WriteRefusal) -> JSONValue {
        guard owner.folders.count < limits.folders else {
            throw .limit("a user keeps \(limits.folders) folders until the portal is reset")
        }
        let folder: JSONValue = [
            "username": .string(owner.name), "id": .string(RandomText.identifier()), "title": .string(title),
            "created": .integer(time),
        ]
        _ = world.users.change(owner.name) { $0.folders.append(folder) }
        return folder
    }

    /// The id of a user's folder; throws where there is none.
    func folder(_ id: String, of owner: PortalContent.User) throws(WriteRefusal) -> String {
        guard let folder = owner.folders.first(where: { $0["id"]?.string == id.lowercased() })?["id"]?.string else {
            throw WriteRefusal(.noUserFolder, "\(owner.name) has no folder \(BodyProblem.quoted(id))")
        }
        return folder
    }
}
