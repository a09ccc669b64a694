extension Journal.Request {
    /// Operations that change something, by the last segment of their URL in lower case.
    ///
    /// developers.arcgis.com, REST APIs › Users, groups, and items; Feature service; Uploads; Geoprocessing service.
    static let edits: Set<String> = [
        // Features.
        "applyedits", "addfeatures", "updatefeatures", "deletefeatures", "append", "calculate", "addattachment",
        "updateattachment", "deleteattachments", "createreplica", "synchronizereplica", "unregisterreplica",
        // The definition of a hosted service.
        "addtodefinition", "updatedefinition", "deletefromdefinition", "truncate",
        // Uploads and jobs.
        "upload", "register", "commit", "addpart", "submitjob",
        // Items.
        "additem", "additems", "update", "delete", "deleteitems", "publish", "createservice", "createfolder",
        "updatefolder", "copy",
        "copyitem", "move", "moveitems", "reassign", "reassignitems", "cancel", "share", "unshare", "shareitems",
        "unshareitems", "protect",
        "unprotect", "addrelationship", "deleterelationship", "addresources", "updateresources", "removeresources",
        "addcomment", "addrating", "deleterating", "updateinfo", "deleteinfo", "updatethumbnail", "deletethumbnail",
        // Groups and users.
        "creategroup", "join", "leave", "invite", "accept", "decline", "addusers", "removeusers", "updateusers",
        "removegroupthumbnail", "updateuser", "updateuserrole", "adduser", "createuser", "disable", "enable",
        "expirepassword", "reset", "invalidatesessions", "createrole", "setprivileges",
        // Apps and sign-ins.
        "registerapp", "unregisterapp", "signin", "revoketoken", "exchangecredential",
    ]

    /// Whether sending it twice may do something twice: a sign-in, an edit; any other POST may be a long GET.
    var mayChangeSomething: Bool {
        guard method == "POST" else { return false }
        if isTokenRequest { return true }
        let path = target.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map { $0.lowercased() }
        guard let name = path.last else { return false }
        let parents = Array(path.dropLast().suffix(2))
        if name == "token" { return parents.last == "oauth2" }
        // A user, group, item or service that is named like an edit is none.
        let isName =
            [["community", "users"], ["community", "groups"], ["content", "users"], ["content", "items"]]
            .contains(parents) || parents.last == "services"
        return !isName && Self.edits.contains(name)
    }
}
