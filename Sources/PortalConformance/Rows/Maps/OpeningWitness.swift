internal import ClientEvidence
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

/// Opens a map in a row: skips layers that fail, and records what it is told.
final class OpeningWitness: WebMapOpener {
    private let told = Locked<[(title: String, url: HTTPURL?, error: PortalError?)]>([])

    func webMap(_ map: WebMap, didFailToLoad failure: LayerFailure) async -> LayerDisposition {
        told.withLock { $0.append((failure.layer.title, failure.layer.url, failure.error)) }
        return .skip
    }

    func webMap(_ map: WebMap, didLoad layer: MapLayer) async {
        told.withLock { $0.append((layer.title, layer.url, nil)) }
    }

    /// In the words of `expect.events`.
    var events: [String] {
        told.withLock { $0 }.map { layer in
            layer.error.map { "layerFailed(\(layer.title) \(Reason($0).rawValue))" } ?? "layer(\(layer.title))"
        }
    }

    /// Whether it was told that a layer is there; nil where it was told nothing of it.
    func hasLoaded(_ layer: MapLayerText) -> Bool? {
        told.withLock { $0 }.last { $0.url.map(layer.isAt) ?? false }.map { $0.error == nil }
    }
}
