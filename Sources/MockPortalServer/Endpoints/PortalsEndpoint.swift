internal import HTTPAuthentication
internal import JSONValues

/// `portals/self` and its kin: what the portal says of itself depends on who asks and at which URL.
enum PortalsEndpoint {
    static func selfDocument(_ call: Call) throws(BlueprintError) -> PortalReply {
        let organizations = try call.world.organizations()
        let user = try call.user()
        let home = user?.organization.flatMap { organizations.withID($0) }
        guard call.blueprint.view == .organization else {
            guard let home else { return document(organizations.general, user, nil, call).passed("access", "general view") }
            // At a URL of nobody's the portal stays what it is, and the organization fills in the rest.
            var members = home.reduced.merging(home.full) { $1 }
            for key in ["portalName", "portalMode", "isPortal", "customBaseUrl"] { members[key] = organizations.general[key] }
            return document(members, user, home, call).passed("access", "view of the member's organization")
        }
        let own = organizations.own
        if home?.id == own.id {
            return document(own.reduced.merging(own.full) { $1 }, user, own, call).passed("access", "view of a member")
        }
        if call.blueprint.access == .private {
            if user != nil { return .failure(.noPermission, "access", "the organization is private and the user is no member") }
            if call.blueprint.anonymousSelf == .refused {
                return .failure(.tokenRequired, "access", "the organization is private and nobody is signed in")
            }
        }
        return document(own.reduced, user, own, call).passed("access", "reduced view of the organization")
    }

    private static func document(
        _ members: [String: JSONValue], _ user: World.User?, _ organization: World.Organization?, _ call: Call
    ) -> PortalReply {
        var document = members
        let addresses = call.site.addresses
        document["portalHostname"] = .string(addresses.portal.authority + addresses.context)
        document["httpsPort"] = .integer(Int64(addresses.portal.port))
        document["httpPort"] = .integer(Int64(addresses.http?.port ?? 80))
        document["allSSL"] = .bool(call.blueprint.http != .serve)
        if organization?.id == document["id"]?.string, organization != nil {
            document["access"] = .string(call.blueprint.access.rawValue)
        }
        if let user { document["user"] = .object(CommunityEndpoint.own(user, call)) }
        return .document(.object(document))
    }
}
