internal import JSONValues

/// The roles of an organization's members (developers.arcgis.com, "Roles", "Create Role", "Set Role's Privileges").
enum OrganizationRoles {
    /// Those that every organization has beside administrators, publishers and users (Esri/arcgis-python-api names both).
    private static let standard = [
        PortalContent.OrganizationRole(
            id: "iAAAAAAAAAAAAAAA", name: "Viewer", description: "Viewer", created: 1_440_466_346_000),
        PortalContent.OrganizationRole(
            id: "iBBBBBBBBBBBBBBB", name: "Data Editor", description: "Data Editor", created: 1_440_466_346_000),
    ]

    static func list(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request) { organization in
            SearchPage(request).reply(standard + organization.roles, key: "roles") { $0.document }
        }
    }

    static func role(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request, id: request.captures[1]) { .document($0.document) }
    }

    static func privileges(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try seen(request, id: request.captures[1]) { role in
            let known = standard.contains { $0.id == role.id }
            let names = known ? Role(id: role.id).privileges.map(\.rawValue) : role.privileges
            return .document(["id": .string(role.id), "privileges": .array(names.map { .string($0) })])
        }
    }

    static func create(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { organization, write throws(WriteRefusal) in
            let name = try name(write, besides: organization.roles)
            guard organization.roles.count < write.limits.roles else {
                throw .limit("an organization keeps \(write.limits.roles) roles")
            }
            let role = PortalContent.OrganizationRole(
                id: String(RandomText.identifier().prefix(16)), name: name,
                description: try request.text("description", within: .setting) ?? "",
                created: write.time)
            organization.roles.append(role)
            return ["success": true, "id": .string(role.id)]
        }
    }

    static func update(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try change(request) { organization, write throws(WriteRefusal) in
            let index = try index(request, organization)
            if request["name"]?.isEmpty == false {
                var others = organization.roles
                others.remove(at: index)
                organization.roles[index].name = try name(write, besides: others)
            }
            if let description = try request.text("description", within: .setting) {
                organization.roles[index].description = description
            }
            organization.roles[index].modified = write.time
            return ["success": true, "id": .string(organization.roles[index].id)]
        }
    }

    /// Deletes a role that no member has.
    static func delete(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            var organization = try write.organization(in: world, by: .manageRoles)
            let role = organization.roles.remove(at: try index(request, organization))
            let members = world.users.all.filter {
                $0.organization == organization.id && $0.personal["roleId"]?.string == role.id
            }
            guard members.isEmpty else {
                throw .failed("Unable to delete role.", "The role is assigned to \(members.count) members.")
            }
            _ = world.organizations.change(organization.id) { $0 = organization }
            return ["success": true, "id": .string(role.id)]
        }
    }

    /// Sets what a role may do; those who have the role may do it at once.
    static func setPrivileges(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            var organization = try write.organization(in: world, by: .manageRoles)
            let index = try index(request, organization)
            guard let value = request["privileges"].flatMap({ try? JSONValue(parsing: $0) }),
                let names = (value["privileges"] ?? value).array?.map(\.string), !names.contains(nil)
            else {
                throw .parameter("privileges", "must be {\"privileges\": [\"portal:user:createItem\", …]}")
            }
            let texts = names.compactMap { $0 }
            guard texts.count <= 500 else { throw .parameter("privileges", "lists more than 500 of them") }
            // A portal has more privileges than decide anything here: what is none by its form is refused alone.
            if let wrong = texts.first(where: { $0.split(separator: ":").count < 3 || $0.utf8.count > 128 }) {
                throw .parameter("privileges", "has \(BodyProblem.quoted(wrong)), which is no privilege")
            }
            organization.roles[index].privileges = texts
            organization.roles[index].modified = write.time
            let id = organization.roles[index].id
            let changed = organization
            _ = world.organizations.change(organization.id) { $0 = changed }
            for user in world.users.all
            where user.organization == organization.id && user.personal["roleId"]?.string == id {
                _ = world.users.change(user.name) { $0.personal["privileges"] = .array(texts.map { .string($0) }) }
            }
            return ["success": true, "id": .string(id)]
        }
    }

    private static func name(
        _ write: ContentWrite, besides others: [PortalContent.OrganizationRole]
    ) throws(WriteRefusal) -> String {
        let name = write.request["name"] ?? ""
        guard !name.allSatisfy(\.isWhitespace), name.utf8.count <= 128 else {
            throw .parameter("name", "must have 1 to 128 bytes")
        }
        guard !(others + standard).contains(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw .failed("Unable to create role.", "A role named '\(name)' exists already.")
        }
        return name
    }

    private static func index(
        _ request: EndpointRequest, _ organization: PortalContent.Organization
    ) throws(WriteRefusal) -> Int {
        guard let index = organization.roles.firstIndex(where: { $0.id == request.captures[1] }) else {
            throw .failed(
                "Role does not exist or is inaccessible.",
                "The organization has made no role \(BodyProblem.quoted(request.captures[1])).")
        }
        return index
    }

    private static func change(
        _ request: EndpointRequest,
        _ body: (inout PortalContent.Organization, ContentWrite) throws(WriteRefusal) -> JSONValue
    ) throws(BlueprintError) -> PortalReply {
        try ContentWrite.perform(request) { world, write throws(WriteRefusal) in
            var organization = try write.organization(in: world, by: .manageRoles)
            let answer = try body(&organization, write)
            let changed = organization
            _ = world.organizations.change(organization.id) { $0 = changed }
            return answer
        }
    }

    private static func seen(
        _ request: EndpointRequest, _ body: (PortalContent.Organization) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        guard let organization = try PortalsEndpoint.organization(request) else {
            return PortalsEndpoint.unknown(request)
        }
        guard try request.user()?.organization == organization.id else {
            return .failure(.noPermission, "access", "only members see the roles")
        }
        return body(organization)
    }

    private static func seen(
        _ request: EndpointRequest, id: String, _ body: (PortalContent.OrganizationRole) -> PortalReply
    ) throws(BlueprintError) -> PortalReply {
        try seen(request) { organization in
            guard let role = (standard + organization.roles).first(where: { $0.id == id }) else {
                return .failure(
                    ErrorEnvelope(400, "Role does not exist or is inaccessible."), "content", "there is no such role")
            }
            return body(role)
        }
    }
}
