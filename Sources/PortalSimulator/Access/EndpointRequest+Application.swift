internal import HTTPSemantics
internal import JSONValues

extension EndpointRequest {
    /// The origin that signs people in here: the portal's own, or that of the further host that was asked.
    var issuer: Origin {
        listener.name == "portal" || listener.name == "http" ? site.addresses.portal : listener.origin
    }

    /// What the viewer opens as an application; nil is all that members of its organization read.
    var applicationScope: [String]? {
        switch viewer.application {
        case .client(let id)?: revision.applications[id]?.scope
        case .key(let name)?: blueprint.apiKeys[name]?.scope
        case nil: []
        }
    }

    /// Whether an application may use what has a name: its scope says so, or without one its organization.
    func opens(_ name: String, organization: String?) -> Bool {
        guard viewer.application != nil else { return false }
        guard let scope = applicationScope else { return organization == ownOrganization }
        return scope.contains(name)
    }

    /// The member `appInfo` of `portals/self`, which stands there instead of a user (developers.arcgis.com, "Portal Self"); nil for anybody
    /// but an application.
    var applicationInformation: JSONValue? {
        let id: String
        let title: String
        let owner: String
        switch viewer.application {
        case .client(let client)?:
            (id, title) = (client, revision.applications[client]?.title ?? client)
            owner = revision.applications[client]?.owner ?? ""
        case .key(let name)?:
            (id, title) = (name, name)
            owner = blueprint.apiKeys[name]?.owner ?? ""
        case nil: return nil
        }
        return [
            "appId": .string(id), "appTitle": .string(title), "appOwner": .string(owner),
            "orgId": ownOrganization.map { .string($0) } ?? .null,
            "privileges": .array((applicationScope ?? ["portal:app:access"]).map { .string($0) }),
        ]
    }
}

extension EndpointRequest {
    /// The rules of OAuth; without any in the blueprint, the usual ones with no application registered.
    var oauth: Blueprint.OAuth { blueprint.oauth ?? Blueprint.OAuth() }

    /// Whether a parameter came more than once (RFC 6749 §3.1).
    func isRepeated(_ name: String) -> Bool {
        query.entries.count { $0.name == name } + form.entries.count { $0.name == name } > 1
    }

    /// Whether a parameter could only be read by replacing bytes that are no UTF-8.
    func isDamaged(_ name: String) -> Bool {
        query.entries.contains { $0.name == name && $0.isDamaged }
            || form.entries.contains { $0.name == name && $0.isDamaged }
    }
}
