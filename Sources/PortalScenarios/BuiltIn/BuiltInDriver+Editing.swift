internal import Platform
internal import PortalAuthentication
internal import PortalClient

/// The layers that steps edit; each is made once, so that it is loaded once.
extension BuiltInDriver {
    func featureLayer(_ name: String) throws(PortalError) -> FeatureLayer {
        try made(name) { FeatureLayer(service: $0) }
    }

    func featureService(_ name: String) throws(PortalError) -> FeatureService {
        try made(name) { FeatureService(service: $0) }
    }

    /// `name` is a service, with `/` and the id of a layer where one is meant.
    private func made<Layer: ServiceLayer>(
        _ name: String, _ make: (ServiceResource) -> Layer
    ) throws(PortalError) -> Layer {
        let parts = name.split(separator: "/").map(String.init)
        let url = try serviceURL(parts.first)
        let address = parts.count > 1 ? url.appending(parts[1]) : url
        return state.withLock { state in
            if case .modern(let known)? = state.maps.layers["edit \(name)"], let layer = known as? Layer {
                return layer
            }
            let layer = make(ServiceResource(url: address, in: environment))
            state.maps.layers["edit \(name)"] = .modern(layer)
            return layer
        }
    }
}
