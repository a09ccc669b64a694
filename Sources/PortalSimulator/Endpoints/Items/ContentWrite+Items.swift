internal import HTTPSemantics
internal import JSONValues

extension ContentWrite {
    /// The item that the path names last, which has to be the named user's and in the asking user's hand.
    ///
    /// Members of a group that may update it may do what `isUpdate` marks.
    func item(
        in world: PortalContent.World, by privilege: Privilege = .updateItems, isUpdate: Bool = false
    ) throws(WriteRefusal) -> PortalContent.Item {
        guard let owner = world.users.named(request.captures[0]) else {
            throw WriteRefusal(.noUser, "there is no user \(BodyProblem.quoted(request.captures[0]))")
        }
        let item = try item(request.captures[request.captures.count - 1], of: owner, in: world, by: privilege, isUpdate)
        if request.captures.count > 2, item.folder != request.captures[1].lowercased() {
            throw WriteRefusal(.noItem, "the item is not in the folder \(request.captures[1])")
        }
        return item
    }

    /// An item of a user that the asking user may do something with.
    func item(
        _ id: String, of owner: PortalContent.User, in world: PortalContent.World, by privilege: Privilege,
        _ isUpdate: Bool = false
    ) throws(WriteRefusal) -> PortalContent.Item {
        guard let item = world.items.withID(id), item.owner == owner.name else {
            throw .noItem(id, of: owner)
        }
        if owner.name == user.name {
            try require(.createItem)
        } else if !administers(owner.organization, by: privilege), !(isUpdate && sharing.mayUpdate(item)) {
            throw .permission("\(user.name) may not do this with items of \(owner.name)")
        }
        return item
    }

    /// The item that the path of `content/items/{id}/…` names, which the asking user has to be able to read.
    func readableItem(in world: PortalContent.World) throws(WriteRefusal) -> PortalContent.Item {
        try readableItem(request.captures[0], in: world)
    }

    func readableItem(_ id: String, in world: PortalContent.World) throws(WriteRefusal) -> PortalContent.Item {
        guard let item = world.items.withID(id) else {
            throw WriteRefusal(.noItem, "there is no item \(BodyProblem.quoted(id))")
        }
        guard sharing.mayRead(item) else { throw .permission("the item \(id) is not shared with \(user.name)") }
        return item
    }

    /// Texts that one parameter lists, at most.
    static let listed = 1_000

    /// The texts of a parameter that lists them with commas; empty where it is missing. Throws where it lists more than ``listed``.
    func list(_ parameter: String) throws(WriteRefusal) -> [String] {
        try Self.within(Self.list(request[parameter] ?? "", atMost: Self.listed), parameter)
    }

    /// The same texts. Throws where a parameter lists more of them than ``listed``.
    static func within(_ texts: [String], _ parameter: String) throws(WriteRefusal) -> [String] {
        guard texts.count <= listed else { throw .parameter(parameter, "lists more than \(listed) values") }
        return texts
    }

    /// The texts between commas, without the blanks around them and without empty ones.
    ///
    /// The list is read until there is one more than `most`: a body may hold millions.
    static func list(_ text: String, atMost most: Int) -> [String] {
        var found: [String] = []
        var rest = text[...].utf8
        while found.count <= most, !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            let word = Substring(rest[..<end]).trimming(while: \.isWhitespace)
            if !word.isEmpty { found.append(String(word)) }
            rest = rest[end...].dropFirst()
        }
        return found
    }

    /// The target folder of a parameter; nil for the root, which is written `/` or left out.
    func targetFolder(_ parameter: String, of owner: PortalContent.User) throws(WriteRefusal) -> String? {
        let text = request[parameter] ?? ""
        return text.isEmpty || text == "/" ? nil : try folder(text, of: owner)
    }

    /// Pairs of an item and a group in one request.
    private static let workOfEach = 100_000

    /// Does something with each item of the parameter `items`; what cannot be done is told per item. Throws where all of it costs more than
    /// ``workOfEach``, at so much for one.
    ///
    /// developers.arcgis.com, "Delete Items", "Move Items", "Share Items".
    func each(
        _ world: inout PortalContent.World, costing cost: Int = 1,
        _ body: (inout PortalContent.World, String) throws(WriteRefusal) -> [String: JSONValue]
    ) throws(WriteRefusal) -> JSONValue {
        let ids = Self.list(request["items"] ?? "", atMost: Self.listed)
        guard !ids.isEmpty else { throw .parameter("items", "must be specified") }
        guard ids.count <= Self.listed else { throw .parameter("items", "names more than \(Self.listed) items") }
        guard ids.count * cost <= Self.workOfEach else {
            throw .parameter("items", "names too many items for so many groups: more than \(Self.workOfEach) pairs")
        }
        var results: [JSONValue] = []
        for id in ids {
            do throws(WriteRefusal) {
                let members = try body(&world, id)
                results.append(.object(["itemId": .string(id), "success": true].merging(members) { $1 }))
            } catch {
                results.append(["itemId": .string(id), "success": false, "error": error.member])
            }
        }
        return ["results": .array(results)]
    }
}

extension WriteRefusal {
    /// What is said where a user has no such item.
    static func noItem(_ id: String, of owner: PortalContent.User) -> WriteRefusal {
        WriteRefusal(.noItem, "\(owner.name) has no item \(BodyProblem.quoted(id))")
    }
}
