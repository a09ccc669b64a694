internal import JSONValues
internal import PortalJudge

/// Users, seen through three doors that show the same document: `portals/self`, `community/self`, `community/users/{name}`.
enum CommunityEndpoint {
    static func selfDocument(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let user = try request.user() else {
            return .failure(.notLoggedIn, "access", "no user is signed in", cause: .tokenMissing)
        }
        return .document(try own(user, request))
    }

    static func user(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        guard let user = try request.content.users().at(request.captures[0]), sharing.maySee(user) else {
            return .failure(.noUser, "access", "the user does not exist or is not visible to the viewer")
        }
        return .document(sharing.isOwn(user) ? try own(user, request) : .object(user.profile))
    }

    /// A user's picture. Clients append `f=json` and still expect bytes (Esri/arcgis-js-api `portal/PortalUser.js`).
    static func userFile(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        guard let user = try request.content.users().at(request.captures[0]), sharing.maySee(user) else {
            return .failure(.noUser, "access", "the user does not exist or is not visible to the viewer")
        }
        if let picture = user.picture, picture.name == request.captures[1], let bytes = picture.bytes {
            return .bytes(bytes, type: picture.mediaType)
        }
        guard user.profile["thumbnail"]?.string == request.captures[1],
            let file = request.content.file("files/users/\(user.name)/\(request.captures[1])")
        else { return .failure(.noResource) }
        return .bytes(file, type: MediaType.of(request.captures[1]))
    }

    /// `community/users?q=`.
    static func searchUsers(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let sharing = try Sharing(request)
        if let refusal = sharing.refusal() { return refusal }
        let found = try request.content.users().all.filter { sharing.maySee($0) }
        let product = try request.product()
        let organization = try request.user()?.organization
        return SearchPage(request).reply(found, fields: SearchFields.user) { user in
            guard let organization, user.organization == organization else { return .object(user.profile) }
            return product.dressed(.object(foundByMember(user)), as: "user", "user found by a member")
        }
    }

    /// What members of the same organization see in a list of users (developers.arcgis.com, "User Search").
    private static func foundByMember(_ user: PortalContent.User) -> [String: JSONValue] {
        let kept: Set<String> = [
            "access", "disabled", "email", "favGroupId", "id", "idpUsername", "lastLogin", "level", "mfaEnabled",
            "orgId", "preferredView", "role", "roleId", "storageQuota", "storageUsage", "userLicenseTypeId", "userType",
        ]
        return user.profile.merging(user.personal.filter { kept.contains($0.key) }) { $1 }
    }

    /// The whole document, as the user themselves sees it.
    static func own(_ user: PortalContent.User, _ request: EndpointRequest) throws(BlueprintError) -> JSONValue {
        let product = try request.product()
        var document = user.profile.merging(user.personal) { $1 }
        let groups = try request.content.groups().all.filter { $0.includes(user.name) }
        document["groups"] = .array(
            groups.map { product.dressed(GroupsEndpoint.document($0, for: user.name), as: "group") })
        return product.dressed(.object(document), as: "user")
    }
}
