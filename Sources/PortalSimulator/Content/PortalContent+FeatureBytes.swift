internal import FeatureEngine
internal import Platform

extension PortalContent {
    /// Bytes that clients added to the features of all layers.
    var featureBytes: Int {
        servicesAtHand.reduce(0) { $0 + $1.featureBytes }
    }

    /// The services that clients made, and those of the files that were asked for and are still there.
    var servicesAtHand: [Service] {
        let (added, deleted, read) = parts.withLock { ($0.addedServices, $0.deletedServices, $0.services) }
        return Self.services(added, deleted, read)
    }

    /// Of a service that clients made in place of one of the files, the first counts alone.
    fileprivate static func services(
        _ added: [String: Service], _ deleted: Set<String>, _ read: [String: Service]
    ) -> [Service] {
        read.values.filter { added[$0.name] == nil && !deleted.contains($0.name) } + added.values
    }
}

extension PortalContent.World {
    /// Bytes that clients added to the features of all layers.
    var featureBytes: Int {
        PortalContent.services(addedServices, deletedServices, readServices).reduce(0) { $0 + $1.featureBytes }
    }
}

extension PortalContent.Service {
    /// Bytes that clients added to the features of its layers.
    var featureBytes: Int {
        layers.reduce(0) { sum, layer in sum + layer.features.withLock { $0.addedBytes } }
    }
}
