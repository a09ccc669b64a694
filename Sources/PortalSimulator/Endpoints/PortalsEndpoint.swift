internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge

/// `portals/self` and its kin: what the portal says of itself depends on who asks and at which URL.
enum PortalsEndpoint {
    static func selfDocument(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let organizations = try request.content.organizations()
        let user = try request.user()
        let home = user?.organization.flatMap { organizations.withID($0) }
        guard request.view == .organization else {
            guard let home else {
                return try document(organizations.general, user, nil, request).passed("access", "general view")
            }
            // At the URL of no organization the portal keeps its own members; the user's organization gives the rest.
            var members = home.reduced.merging(home.full) { $1 }
            for key in ["portalName", "portalMode", "isPortal", "customBaseUrl"] {
                members[key] = organizations.general[key]
            }
            return try document(members, user, home, request).passed("access", "view of the member's organization")
        }
        let own = request.organizationOfURL(organizations)
        if home?.id == own.id {
            return try document(own.reduced.merging(own.full) { $1 }, user, own, request).passed(
                "access", "view of a member")
        }
        if !isOpen(own, request) {
            if user != nil {
                return .failure(.noPermission, "access", "the organization is private and the user is no member")
            }
            if request.blueprint.anonymousSelf == .refused, request.viewer.application == nil {
                return .failure(
                    .tokenRequired, "access", "the organization is private and no user is signed in",
                    cause: .tokenMissing)
            }
        }
        return try document(own.reduced, user, own, request).passed("access", "reduced view of the organization")
    }

    private static func document(
        _ members: [String: JSONValue], _ user: PortalContent.User?, _ organization: PortalContent.Organization?,
        _ request: EndpointRequest
    ) throws(BlueprintError) -> PortalReply {
        var document = members
        let addresses = request.site.addresses
        let portal = request.portalOrigin
        document["portalHostname"] = .string(portal.authority + addresses.context)
        document["httpsPort"] = .integer(Int64(portal.isSecure ? portal.port : addresses.portal.port))
        document["httpPort"] = .integer(Int64(addresses.http?.port ?? 80))
        if request.isAtOnlineHost {
            let general = try request.content.organizations().general
            for key in ["portalName", "portalMode", "isPortal"] { document[key] = general[key] }
            document["customBaseUrl"] = .string(Blueprint.organizationDomain)
        }
        document["allSSL"] = .bool(request.blueprint.http != .serve)
        if let organization, organization.id == request.ownOrganization {
            document["access"] = .string(request.blueprint.access.rawValue)
        }
        if request.blueprint.oauth != nil { document["supportsOAuth"] = true }
        if let information = request.applicationInformation { document["appInfo"] = information }
        if let user { document["user"] = try CommunityEndpoint.own(user, request) }
        let seesAll = organization != nil && user?.organization == organization?.id
        let product = try request.product()
        return .document(
            seesAll
                ? product.dressed(.object(document), as: "portals/self", "portals/self of a member")
                : product.dressed(.object(document), as: "portals/self"))
    }

    /// `portals/{id}`: the same document, for those who may see that organization.
    static func byID(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let organization = try self.organization(request) else { return unknown(request) }
        let user = try request.user()
        if user?.organization == organization.id {
            return try document(organization.reduced.merging(organization.full) { $1 }, user, organization, request)
        }
        guard isOpen(organization, request) else {
            return .failure(.noPermission, "access", "the organization is private")
        }
        return try document(organization.reduced, user, organization, request)
    }

    static func subscriptionInfo(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let organization = try self.organization(request) else { return unknown(request) }
        guard try request.user()?.organization == organization.id else {
            return .failure(.noPermission, "access", "only members see the subscription")
        }
        return .document(
            try request.product().dressed(organization.full["subscriptionInfo"] ?? [:], as: "subscriptionInfo"))
    }

    static func categorySchema(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard let organization = try self.organization(request) else { return unknown(request) }
        return .document(["categorySchema": organization.categorySchema])
    }

    /// The federated servers.
    static func servers(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        guard try request.user()?.organization == request.ownOrganization else {
            return .failure(.noPermission, "access", "only members see the servers")
        }
        let servers = request.blueprint.servers.filter { $0.server.federation == .federated }
        let documents = servers.enumerated().map { index, entry -> JSONValue in
            let url = JSONValue.string(request.site.addresses.serverURL(at: entry.listener))
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
    static func resource(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let organization = try self.organization(request)
        if let organization, try request.user()?.organization != organization.id, !isOpen(organization, request),
            request.blueprint.anonymousSelf == .refused || organization.id != request.ownOrganization
        {
            return .failure(.noPermission, "access", "the organization is private")
        }
        if let file = organization?.resources[request.captures[1]] {
            return .upload(file, isAttachment: !file.mediaType.hasPrefix("image/"))
        }
        let folder =
            request.captures[0] == "self" && request.view == .general && organization == nil
            ? "general" : organization?.id
        guard let folder, let file = request.content.file("files/portals/\(folder)/\(request.captures[1])") else {
            return .failure(.noResource)
        }
        return .bytes(file, type: MediaType.of(request.captures[1]))
    }

    /// The organization that the path names; `self` is that of the user, or that of the URL.
    static func organization(_ request: EndpointRequest) throws(BlueprintError) -> PortalContent.Organization? {
        let organizations = try request.content.organizations()
        guard request.captures[0] == "self" else { return organizations.withID(request.captures[0]) }
        if request.view == .organization { return request.organizationOfURL(organizations) }
        return try request.user()?.organization.flatMap { organizations.withID($0) }
    }

    /// The answer where there is no such organization, with what was probably meant.
    static func unknown(_ request: EndpointRequest) -> PortalReply {
        let id = request.captures[0]
        guard id != "self" else {
            return .failure(.noOrganization, "path", "who asks is in no organization, so that portals/self is none")
        }
        let meant =
            NearestName.to(id, among: ["self"]).map { "; did you mean portals/\($0)?" }
            ?? ": there is no organization of this id"
        return .failure(.noOrganization, "path", "no such operation\(meant)")
    }

    /// Whether strangers may look at an organization.
    private static func isOpen(_ organization: PortalContent.Organization, _ request: EndpointRequest) -> Bool {
        if organization.id == request.ownOrganization { return request.blueprint.access == .public }
        return organization.reduced["access"]?.string == "public"
    }
}
