internal import JSONValues

/// Comments and ratings of items (developers.arcgis.com, "Add Comment", "Delete Comment", "Add Rating").
enum ItemOpinions {
    static func addComment(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            guard item.document["commentsEnabled"] != false else {
                throw .failed("Unable to add comment.", "Comments are disabled for this item.")
            }
            let parent = request.captures.count > 1 ? try comment(write, of: item).id : nil
            let text = try text(write)
            let comment = ItemExtras.Comment(
                id: RandomText.identifier(), owner: write.user.name, created: write.time, text: text, parent: parent)
            _ = world.items.change(item.id) { $0.setComments($0.extras.comments + [comment]) }
            return ["success": true, "commentId": .string(comment.id), "itemId": .string(item.id)]
        }
    }

    static func updateComment(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            let comment = try comment(write, of: item)
            guard comment.owner == write.user.name else { throw .permission("the comment is \(comment.owner)'s") }
            let text = try text(write)
            _ = world.items.change(item.id) { item in
                for index in item.extras.comments.indices where item.extras.comments[index].id == comment.id {
                    item.extras.comments[index].text = text
                }
            }
            return ["success": true, "commentId": .string(comment.id)]
        }
    }

    static func deleteComment(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            let comment = try comment(write, of: item)
            guard comment.owner == write.user.name || write.sharing.controls(item) else {
                throw .permission("neither the comment nor the item is \(write.user.name)'s")
            }
            guard !item.extras.comments.contains(where: { $0.parent == comment.id }) else {
                throw .failed("Unable to delete a comment that has replies.", messageCode: "CONT_0110")
            }
            _ = world.items.change(item.id) { $0.setComments($0.extras.comments.filter { $0.id != comment.id }) }
            return ["success": true, "commentId": .string(comment.id)]
        }
    }

    private static func comment(
        _ write: ContentWrite, of item: PortalContent.Item
    ) throws(WriteRefusal) -> ItemExtras.Comment {
        guard let comment = item.extras.comments.first(where: { $0.id == write.request.captures[1].lowercased() })
        else {
            throw WriteRefusal(.noComment, "the item has no comment \(write.request.captures[1])")
        }
        return comment
    }

    private static func text(_ write: ContentWrite) throws(WriteRefusal) -> String {
        guard let text = write.request["comment"], !text.isEmpty else {
            throw .parameter("comment", "must be specified")
        }
        return text
    }

    /// A comment as lists and `comments/{id}` show it.
    static func document(_ comment: ItemExtras.Comment) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(comment.id), "comment": .string(comment.text), "owner": .string(comment.owner),
            "created": .integer(comment.created),
        ]
        members["parentId"] = comment.parent.map { .string($0) }
        return .object(members)
    }

    /// A rating from 1 to 5; users do not rate their own items.
    static func addRating(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            guard let rating = request["rating"].flatMap({ Double($0) }), (1...5).contains(rating) else {
                throw .parameter("rating", "must be a number from 1 to 5")
            }
            guard item.owner != write.user.name else {
                throw .failed("Unable to add rating.", "Users cannot rate their own items.")
            }
            _ = world.items.change(item.id) { $0.rate(rating, by: write.user.name) }
            return ["success": true, "itemId": .string(item.id)]
        }
    }

    static func deleteRating(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            let item = try write.readableItem(in: world)
            guard item.extras.ratings[write.user.name] != nil else {
                throw .failed("Unable to delete rating.", "\(write.user.name) has not rated the item.")
            }
            _ = world.items.change(item.id) { $0.rate(nil, by: write.user.name) }
            return ["success": true, "itemId": .string(item.id)]
        }
    }
}

extension PortalContent.Item {
    fileprivate mutating func setComments(_ comments: [ItemExtras.Comment]) {
        extras.comments = comments
        document["numComments"] = .integer(Int64(comments.count))
    }

    fileprivate mutating func rate(_ rating: Double?, by user: String) {
        extras.ratings[user] = rating
        let count = extras.ratings.count
        document["numRatings"] = .integer(Int64(count))
        document["avgRating"] = count == 0 ? 0 : .number(extras.ratings.values.reduce(0, +) / Double(count))
    }
}
