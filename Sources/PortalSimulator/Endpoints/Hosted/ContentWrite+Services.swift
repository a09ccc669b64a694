internal import FeatureEngine
internal import JSONValues

extension ContentWrite {
    /// The item of a service; nil where it has none.
    private func item(of service: PortalContent.Service, in world: PortalContent.World) -> PortalContent.Item? {
        if let id = service.itemID { return world.items.withID(id) }
        let ends = "/rest/services/\(service.name)/FeatureServer"
        return world.items.all.first { $0.document["url"]?.string?.hasSuffix(ends) == true }
    }

    /// Throws unless a hosted service is in the hand of the asking user: as the owner of its item, or as an administrator.
    func requireControl(of service: PortalContent.Service, in world: PortalContent.World) throws(WriteRefusal) {
        guard service.isHosted, service.isMadeFromData, service.featureServer != nil else {
            throw WriteRefusal(
                ErrorEnvelope(400, "This operation is not supported."), "\(service.name) is no hosted feature service")
        }
        let item = item(of: service, in: world)
        let isOwn = item?.owner == user.name
        let administers = user.role == .administrator && user.organization == service.organization
        guard isOwn || administers else {
            throw WriteRefusal(
                ErrorEnvelope(
                    403, "User does not have permissions to access '\(service.name.lowercased()).featureserver'."),
                "\(user.name) neither owns \(service.name) nor administers its organization", gate: "access")
        }
    }

    /// Throws where a service is one too many.
    func requireRoom(for service: PortalContent.Service, in world: PortalContent.World) throws(WriteRefusal) {
        let isNew = world.addedServices[service.name] == nil
        guard !isNew || world.addedServices.count < limits.services else {
            throw .limit("the portal keeps \(limits.services) services that clients made")
        }
    }

    /// Puts a service into the world, in place of one of the same name.
    func put(_ service: PortalContent.Service, into world: inout PortalContent.World) throws(WriteRefusal) {
        try requireRoom(for: service, in: world)
        try Self.requireRoom(forLayers: service.layers.count)
        try requireRoom(forFeaturesOf: service, in: world)
        world.addedServices[service.name] = service
        world.deletedServices.remove(service.name)
    }

    /// Throws where the features of a service would be too many beside those of all others.
    private func requireRoom(
        forFeaturesOf service: PortalContent.Service, in world: PortalContent.World
    ) throws(WriteRefusal) {
        let isDeleted = world.deletedServices.contains(service.name)
        let before = world.addedServices[service.name] ?? (isDeleted ? nil : world.readServices[service.name])
        let growth = service.featureBytes - (before?.featureBytes ?? 0)
        guard growth <= 0 || growth <= max(0, limits.featureBytes) - world.featureBytes else {
            throw .limit(
                "clients may add \(limits.featureBytes) bytes to the layers of the portal, and with \(service.name) there would be more; delete layers or services that clients made, or reset the portal"
            )
        }
    }

    /// Throws where a service would have more layers and tables than one may have.
    static func requireRoom(forLayers count: Int) throws(WriteRefusal) {
        guard count <= maximumLayers else { throw .limit("a service has at most \(maximumLayers) layers and tables") }
    }

    /// Layers and tables of one service, at most.
    static let maximumLayers = 100

    /// Remembers a job of the asking user.
    func begin(
        _ type: String, _ result: [String: JSONValue], in world: inout PortalContent.World
    ) -> PortalContent.ServiceJob {
        let job = PortalContent.ServiceJob(
            id: RandomText.identifier(), owner: user.name, type: type, submitted: time, result: result)
        world.keep(job, within: limits.jobs)
        return job
    }

    /// A JSON object of a parameter.
    func object(_ parameter: String) throws(WriteRefusal) -> [String: JSONValue] { try request.object(parameter) }
}

extension EndpointRequest {
    /// A JSON object of a parameter.
    func object(_ parameter: String) throws(WriteRefusal) -> [String: JSONValue] {
        guard let text = self[parameter], !text.isEmpty else { throw .parameter(parameter, "must be specified") }
        guard text.utf8.count <= 4 << 20 else { throw .parameter(parameter, "has more than 4 MiB") }
        let value: JSONValue
        do { value = try JSONValue(parsing: text) } catch { throw .parameter(parameter, "is no JSON: \(error)") }
        guard let object = value.object else { throw .parameter(parameter, "is no JSON object") }
        return object
    }
}

extension WriteRefusal {
    /// What is wrong with data that a parameter holds.
    static func data(_ parameter: String, _ problem: DataProblem) -> WriteRefusal {
        let place = problem.path.isEmpty ? "" : "\(problem.path): "
        return .parameter(parameter, "cannot be used: \(place)\(problem.problem)")
    }
}
