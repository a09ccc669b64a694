internal import JSONValues

/// Users, seen through three doors that show the same document: `portals/self`, `community/self`, `community/users/{name}`.
enum CommunityEndpoint {
    static func selfDocument(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let user = try call.user() else { return .failure(.notLoggedIn, "access", "no user is signed in") }
        return .document(.object(try own(user, call)))
    }

    static func user(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        guard let user = try call.world.users().named(call.captures[0]), sharing.maySee(user) else {
            return .failure(.noUser, "access", "the user does not exist or is not visible to the viewer")
        }
        return .document(.object(sharing.isOwn(user) ? try own(user, call) : user.profile))
    }

    /// A user's picture. Clients append `f=json` and still expect bytes (Esri/arcgis-js-api `portal/PortalUser.js`).
    static func userFile(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        guard let user = try call.world.users().named(call.captures[0]), sharing.maySee(user) else {
            return .failure(.noUser, "access", "the user does not exist or is not visible to the viewer")
        }
        guard user.profile["thumbnail"]?.string == call.captures[1],
            let file = call.world.file("files/users/\(user.name)/\(call.captures[1])")
        else { return .failure(.noResource) }
        return .bytes(file, type: MediaType.of(call.captures[1]))
    }

    /// `community/users?q=`.
    static func searchUsers(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(call)
        if let refusal = sharing.refusal() { return refusal }
        let found = try call.world.users().all.filter { sharing.maySee($0) }
        return SearchPage(call).reply(found, fields: SearchFields.user) { .object($0.profile) }
    }

    /// The whole document, as the user themselves sees it.
    static func own(_ user: PortalContent.User, _ call: EndpointRequest) throws(BlueprintError) -> [String: JSONValue] {
        var document = user.profile.merging(user.personal) { $1 }
        let groups = try call.world.groups().all.filter { $0.includes(user.name) }
        document["groups"] = .array(groups.map { GroupsEndpoint.document($0, for: user.name) })
        return document
    }
}
