internal import JSONValues

/// The members of an organization (developers.arcgis.com, "Users", "User Search" of a portal).
enum OrganizationMembers {
    /// `portals/{id}/users`: page by page, by name or another field.
    static func list(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try members(request) { members in
            let role = request["role"] ?? "", field = request["sortField"] ?? "username"
            let found = members.filter { user in
                role.isEmpty || user.personal["role"]?.string == role || user.personal["roleId"]?.string == role
            }
            let isDescending = request["sortOrder"]?.lowercased() == "desc"
            do throws(SearchProblem) {
                // Those with the same value stand by name.
                let sorted = try SearchEffort().sorted(
                    found.sorted { $0.name < $1.name }, isDescending: isDescending
                ) { user in
                    let value = user.profile[field] ?? user.personal[field] ?? .null
                    return .text(value.string?.lowercased() ?? value.integer.map { "\($0)" } ?? "")
                }
                return SearchPage(request).reply(sorted, key: "users") { document($0) }
            } catch {
                return SearchPage.refusal("sortField", error)
            }
        }
    }

    /// `portals/{id}/users/search`: what a query finds among them.
    static func search(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try members(request) { members in
            SearchPage(request).reply(members, fields: SearchFields.user) { document($0) }
        }
    }

    /// `community/checkUsernames`: what could be had in place of names that are taken.
    static func checkUsernames(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let taken = Set(try request.content.users().all.map { $0.name.lowercased() })
        let most = ContentWrite.listed
        let names = ContentWrite.list(request["usernames"] ?? "", atMost: most)
        guard !names.isEmpty, names.count <= most else {
            return .failure(
                ErrorEnvelope(400, "'usernames' must list 1 to \(most) names."), "parameters",
                names.isEmpty ? "it lists none" : "it lists more than \(most)")
        }
        return .document([
            "usernames": .array(
                names.map { name in
                    let free =
                        taken.contains(name.lowercased())
                        ? (1...).lazy.map { "\(name)\($0)" }.first { !taken.contains($0.lowercased()) } ?? name : name
                    return ["requested": .string(name), "suggested": .string(free)]
                })
        ])
    }

    private static func document(_ user: PortalContent.User) -> JSONValue {
        var members = user.profile.merging(user.personal) { $1 }
        members["privileges"] = nil
        return .object(members)
    }

    private static func members(
        _ request: EndpointRequest, _ body: ([PortalContent.User]) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        guard let organization = try PortalsEndpoint.organization(request) else {
            return PortalsEndpoint.unknown(request)
        }
        guard let user = try request.user(), user.organization == organization.id,
            user.privileges.contains(.viewOrgUsers) || user.privileges.contains(.viewUsers)
        else {
            return .failure(.noPermission, "access", "only members who may see other members see them")
        }
        let sharing = try Sharing(request)
        return body(
            try request.content.users().all.filter { $0.organization == organization.id && sharing.maySee($0) })
    }
}
