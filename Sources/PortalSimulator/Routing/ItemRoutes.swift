/// What is written about items and folders: the table of contents below `content/users` and `content/items`.
enum ItemRoutes {
    static let all: [Route] =
        folders + below("content/users/{name}") + below("content/users/{name}/{folder:id}") + byItem

    private static let folders: [Route] = [
        .write("content/users/{name}/createFolder", FoldersEndpoint.create),
        .write("content/users/{name}/{folder:id}/updateFolder", FoldersEndpoint.update),
        .write("content/users/{name}/{folder:id}/delete", FoldersEndpoint.delete),
        .write("content/users/{name}/deleteItems", ItemMoves.deleteItems).heavy(),
        .write("content/users/{name}/moveItems", ItemMoves.moveItems).heavy(),
        .write("content/users/{name}/reassignItems", ItemMoves.reassignItems).heavy(),
        .write("content/users/{name}/shareItems", ItemSharing.shareItems).heavy(),
        .write("content/users/{name}/unshareItems", ItemSharing.unshareItems).heavy(),
        .write("content/users/{name}/addRelationship", ItemRelations.add),
        .write("content/users/{name}/deleteRelationship", ItemRelations.delete),
    ]

    /// What is at the root of a user's content and in a folder alike.
    private static func below(_ path: String) -> [Route] {
        let item = path + "/items/{id:id}"
        return [
            .write(path + "/addItem", files: AddItemEndpoint.files, AddItemEndpoint.add),
            .portal(item, steady: false, ItemsEndpoint.userItem).growing(),
            .portal(item + "/status", steady: false, AddItemEndpoint.status),
            .write(item + "/update", files: AddItemEndpoint.files, AddItemEndpoint.update),
            .write(item + "/addPart", files: ["file"], AddItemEndpoint.addPart),
            .write(item + "/commit", AddItemEndpoint.commit),
            .write(item + "/cancel", AddItemEndpoint.cancel),
            .write(item + "/delete", ItemMoves.delete),
            .write(item + "/protect", ItemMoves.protect),
            .write(item + "/unprotect", ItemMoves.unprotect),
            .write(item + "/move", ItemMoves.move),
            .write(item + "/copy", ItemMoves.copy),
            .write(item + "/reassign", ItemMoves.reassign),
            .write(item + "/share", ItemSharing.share),
            .write(item + "/unshare", ItemSharing.unshare),
            .write(item + "/updateThumbnail", files: ["file", "thumbnail"], ItemFiles.updateThumbnail).takingOneFile(),
            .write(item + "/deleteThumbnail", ItemFiles.deleteThumbnail),
            .write(item + "/updateInfo", files: ["file", "infoFile"], ItemFiles.updateInfo).takingOneFile(),
            .write(item + "/deleteInfo", ItemFiles.deleteInfo),
            .write(item + "/addResources", files: ["file"], ItemFiles.addResources).writing(severalFiles: true),
            .write(item + "/updateResources", files: ["file"], ItemFiles.updateResources).writing(severalFiles: true),
            .write(item + "/removeResources", ItemFiles.removeResources),
        ]
    }

    private static let byItem: [Route] = [
        .write("content/items/{id}/share", ItemSharing.shareItem),
        .write("content/items/{id}/unshare", ItemSharing.unshareItem),
        .write("content/items/{id}/addComment", ItemOpinions.addComment),
        .write("content/items/{id}/comments/{comment:id}/addComment", ItemOpinions.addComment),
        .write("content/items/{id}/comments/{comment:id}/update", ItemOpinions.updateComment),
        .write("content/items/{id}/comments/{comment:id}/delete", ItemOpinions.deleteComment),
        .write("content/items/{id}/addRating", ItemOpinions.addRating),
        .write("content/items/{id}/deleteRating", ItemOpinions.deleteRating),
    ]
}
