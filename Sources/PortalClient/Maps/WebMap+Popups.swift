internal import Platform
internal import PortalAuthentication

extension WebMap {
    /// Whether anything is shown of any feature; false until the map was opened.
    public var hasPopupsDefined: Bool { !layersWithPopups.isEmpty }

    /// What the layers show within an extent, one layer after the other; nil where the map was not opened or shows nothing.
    ///
    /// Another call ends this one: its stream finishes then.
    public func fetchPopups(in extent: Envelope) -> AsyncStream<FetchedPopups>? {
        let layers = layersWithPopups
        guard !layers.isEmpty else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(of: FetchedPopups.self)
        let task = Task {
            for layer in layers {
                let fetched = await layer.fetchPopups(in: extent)
                if Task.isCancelled { break }
                continuation.yield(fetched)
            }
            continuation.finish()
        }
        let number = fetching.occupy {
            task.cancel()
            continuation.finish()
        }
        let fetching = fetching
        continuation.onTermination = { _ in
            task.cancel()
            fetching.leave(number)
        }
        return stream
    }

    /// Ends the fetching of popups that is under way.
    public func cancelFetchingPopups() { fetching.end() }

    private var layersWithPopups: [MapLayer] {
        guard wasOpened.withLock({ $0 }) else { return [] }
        return layersToOpen.filter { $0.loadStatus == .loaded && $0.isVisible && $0.showsPopups }
    }
}

extension MapLayer {
    var showsPopups: Bool {
        switch kind {
        case .feature: popup != nil
        case .featureCollection: popup != nil || embeddedPopups.contains { $0 != nil }
        case .mapService, .tiled: !sublayersWithPopups.isEmpty
        default: false
        }
    }

    func fetchPopups(in extent: Envelope) async -> FetchedPopups {
        do throws(PortalError) {
            return FetchedPopups(layer: self, popups: try await popups(in: extent), error: nil)
        } catch {
            return FetchedPopups(layer: self, popups: [], error: error)
        }
    }

    private func popups(in extent: Envelope) async throws(PortalError) -> [Popup] {
        if kind == .featureCollection { return embeddedFeatures(in: extent) }
        guard let service else { return [] }
        var query = FeatureQuery(in: .envelope(extent), where: definitionExpression)
        query.outSpatialReference = extent.spatialReference
        if kind == .feature, let popup { return try await popups(nil, popup, of: service, query) }
        var popups: [Popup] = []
        let visible = visibleSublayers.map { Set($0) }
        for id in sublayersWithPopups where visible?.contains(id) ?? true {
            guard let definition = popup(forSublayer: id), let sublayer = sublayer(id) else { continue }
            // Domains and dates stand in the layer's own document.
            try await sublayer.load()
            popups += try await self.popups(id, definition, of: sublayer, query)
        }
        return popups
    }

    private func popups(
        _ sublayer: Int?, _ definition: PopupDefinition, of service: ServiceResource, _ query: FeatureQuery
    ) async throws(PortalError) -> [Popup] {
        let found = try await QueryTask(service: service).query(query)
        let schema = LayerSchema(service.metadata)
        return found.features.map {
            Popup(layer: self, sublayer: sublayer, definition: definition, feature: $0, schema: schema)
        }
    }

    private func embeddedFeatures(in extent: Envelope) -> [Popup] {
        let schemas = embeddedSchemas
        return embeddedFeatures.enumerated().flatMap { index, table -> [Popup] in
            guard let definition = (index < embeddedPopups.count ? embeddedPopups[index] : nil) ?? popup else {
                return []
            }
            return table.features.filter { $0.geometry?.extent?.intersects(extent) == true }.map {
                Popup(
                    layer: self, sublayer: nil, definition: definition, feature: $0,
                    schema: index < schemas.count ? schemas[index] : LayerSchema(nil))
            }
        }
    }
}
