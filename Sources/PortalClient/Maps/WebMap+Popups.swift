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
        var sources: [(PopupDefinition, QueryTask)] = []
        if kind == .feature, let popup {
            sources = [(popup, QueryTask(service: service))]
        } else {
            for id in sublayersWithPopups where visibleSublayers?.contains(id) ?? true {
                guard let definition = popup(forSublayer: id) else { continue }
                sources.append((definition, QueryTask(service: service.child(String(id)))))
            }
        }
        var popups: [Popup] = []
        for (definition, task) in sources {
            let found = try await task.query(query)
            popups += found.features.map { Popup(layer: self, definition: definition, feature: $0) }
        }
        return popups
    }

    private func embeddedFeatures(in extent: Envelope) -> [Popup] {
        return embeddedFeatures.enumerated().flatMap { index, table -> [Popup] in
            guard let definition = (index < embeddedPopups.count ? embeddedPopups[index] : nil) ?? popup else {
                return []
            }
            return table.features.filter { $0.geometry?.extent?.intersects(extent) == true }.map {
                Popup(layer: self, definition: definition, feature: $0)
            }
        }
    }
}
