internal import HTTPSemantics
internal import JSONValues

/// `portals/self` and its kin: what the portal says of itself depends on who asks and at which URL.
enum PortalsEndpoint {
    static func selfDocument(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let organizations = try call.world.organizations()
        let user = try call.user()
        let home = user?.organization.flatMap { organizations.withID($0) }
        guard call.blueprint.view == .organization else {
            guard let home else {
                return try document(organizations.general, user, nil, call).passed("access", "general view")
            }
            // At the URL of no organization the portal keeps its own members; the user's organization gives the rest.
            var members = home.reduced.merging(home.full) { $1 }
            for key in ["portalName", "portalMode", "isPortal", "customBaseUrl"] {
                members[key] = organizations.general[key]
            }
            return try document(members, user, home, call).passed("access", "view of the member's organization")
        }
        let own = organizations.own
        if home?.id == own.id {
            return try document(own.reduced.merging(own.full) { $1 }, user, own, call).passed(
                "access", "view of a member")
        }
        if call.blueprint.access == .private {
            if user != nil {
                return .failure(.noPermission, "access", "the organization is private and the user is no member")
            }
            if call.blueprint.anonymousSelf == .refused, call.viewer.application == nil {
                return .failure(.tokenRequired, "access", "the organization is private and no user is signed in")
            }
        }
        return try document(own.reduced, user, own, call).passed("access", "reduced view of the organization")
    }

    private static func document(
        _ members: [String: JSONValue], _ user: PortalContent.User?, _ organization: PortalContent.Organization?,
        _ call: EndpointRequest
    ) throws(BlueprintError) -> PortalReply {
        var document = members
        let addresses = call.site.addresses
        document["portalHostname"] = .string(addresses.portal.authority + addresses.context)
        document["httpsPort"] = .integer(Int64(addresses.portal.port))
        document["httpPort"] = .integer(Int64(addresses.http?.port ?? 80))
        document["allSSL"] = .bool(call.blueprint.http != .serve)
        if let organization, organization.id == call.ownOrganization {
            document["access"] = .string(call.blueprint.access.rawValue)
        }
        if call.blueprint.oauth != nil { document["supportsOAuth"] = true }
        if let information = call.applicationInformation { document["appInfo"] = information }
        if let user { document["user"] = .object(try CommunityEndpoint.own(user, call)) }
        return .document(.object(document))
    }

    /// `portals/{id}`: the same document, for those who may see that organization.
    static func byID(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let organization = try self.organization(call) else { return .failure(.noOrganization) }
        let user = try call.user()
        if user?.organization == organization.id {
            return try document(organization.reduced.merging(organization.full) { $1 }, user, organization, call)
        }
        guard isOpen(organization, call) else {
            return .failure(.noPermission, "access", "the organization is private")
        }
        return try document(organization.reduced, user, organization, call)
    }

    static func subscriptionInfo(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let organization = try self.organization(call) else { return .failure(.noOrganization) }
        guard try call.user()?.organization == organization.id else {
            return .failure(.noPermission, "access", "only members see the subscription")
        }
        return .document(organization.full["subscriptionInfo"] ?? [:])
    }

    static func categorySchema(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try organization(call) == nil ? .failure(.noOrganization) : .document(["categorySchema": []])
    }

    /// The federated servers.
    static func servers(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard try call.user()?.organization == call.ownOrganization else {
            return .failure(.noPermission, "access", "only members see the servers")
        }
        let servers = call.blueprint.servers.filter { $0.server.federation == .federated }
        let documents = servers.enumerated().map { index, entry -> JSONValue in
            let url = JSONValue.string(call.site.addresses.serverURL(at: entry.listener))
            let isHosting = entry.listener == "portal"
            let number = String(index + 1, radix: 16)
            return [
                "id": .string("5e24e2" + String(repeating: "0", count: 26 - number.count) + number),
                "name": .string(isHosting ? "server" : entry.listener), "url": url, "adminUrl": url,
                "isHosted": .bool(isHosting), "serverType": "ArcGIS",
                "serverRole": .string(isHosting ? "HOSTING_SERVER" : "FEDERATED_SERVER"), "serverFunction": "",
            ]
        }
        return .document(["servers": .array(documents)])
    }

    /// Pictures of the organization and of the portal.
    static func resource(_ call: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let organization = try self.organization(call)
        if let organization, try call.user()?.organization != organization.id, !isOpen(organization, call),
            call.blueprint.anonymousSelf == .refused || organization.id != call.ownOrganization
        {
            return .failure(.noPermission, "access", "the organization is private")
        }
        let folder =
            call.captures[0] == "self" && call.blueprint.view == .general && organization == nil
            ? "general" : organization?.id
        guard let folder, let file = call.world.file("files/portals/\(folder)/\(call.captures[1])") else {
            return .failure(.noResource)
        }
        return .bytes(file, type: MediaType.of(call.captures[1]))
    }

    /// The organization that the path names; `self` is that of the user, or that of the URL.
    private static func organization(_ call: EndpointRequest) throws(BlueprintError) -> PortalContent.Organization? {
        let organizations = try call.world.organizations()
        guard call.captures[0] == "self" else { return organizations.withID(call.captures[0]) }
        if call.blueprint.view == .organization { return organizations.own }
        return try call.user()?.organization.flatMap { organizations.withID($0) }
    }

    /// Whether strangers may look at an organization.
    private static func isOpen(_ organization: PortalContent.Organization, _ call: EndpointRequest) -> Bool {
        if organization.id == call.ownOrganization { return call.blueprint.access == .public }
        return organization.reduced["access"]?.string == "public"
    }
}
