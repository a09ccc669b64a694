public import JSONValues
public import PortalAuthentication

/// A layer that a GIS server provides; it loads once, fails for a reason and is mended by another attempt.
public protocol ServiceLayer: Loadable, CustomStringConvertible {
    /// The resource that it stands on.
    var service: ServiceResource { get }
    /// Stands on a resource.
    init(service: ServiceResource)
}

extension ServiceLayer {
    /// Names a layer; nothing is sent before ``Loadable/load()``.
    ///
    /// With a credential it keeps a store of its own and asks no handler; without one its environment says who is asked.
    public init(
        url: HTTPURL, credential: ResourceCredential? = nil, challenges: ChallengePolicy = .ask,
        in environment: PortalEnvironment
    ) {
        self.init(
            service: ServiceResource(url: url, credential: credential, challenges: challenges, in: environment))
    }

    /// Where it is.
    public var url: HTTPURL { service.url }
    /// The credential of its own, if it has one.
    public var credential: ResourceCredential? { service.credential }
    /// What the server says of it; nil until loaded.
    public var metadata: JSONValue? { service.metadata }
    /// Its name; nil until loaded, and where the server gives none.
    public var name: String? { metadata?.text("name") ?? metadata?.text("mapName") }
    /// The area that it covers; nil until loaded.
    public var extent: Envelope? { Envelope(metadata?["extent"]) ?? Envelope(metadata?["fullExtent"]) }
    /// What its coordinates are measured in; nil until loaded.
    public var spatialReference: SpatialReference? {
        SpatialReference(metadata?["spatialReference"]) ?? extent?.spatialReference
    }

    public var loadStatus: LoadStatus { service.loadStatus }
    public var loadError: PortalError? { service.loadError }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { service.loadStatusUpdates }
    public func load() async throws(PortalError) { try await service.load() }
    public func retryLoad() async throws(PortalError) { try await service.retryLoad() }
    public func cancelLoad() { service.cancelLoad() }

    /// Tries again with the same address and credential, such as after its host was trusted; ignored when loaded.
    public func resubmit() async throws(PortalError) { try await service.resubmit() }

    /// Tries again with another address or credential; an attempt under way is joined, and nothing changes when it is loaded.
    public func resubmit(url: HTTPURL, credential: ResourceCredential?) async throws(PortalError) {
        try await service.resubmit(url: url, credential: credential)
    }

    public var description: String { service.description }
}
