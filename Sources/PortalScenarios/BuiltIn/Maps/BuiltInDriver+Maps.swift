internal import ClientEvidence
internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import ScenarioFormat

extension BuiltInDriver {
    /// What the app holds of maps and layers.
    struct MapState: Sendable {
        var maps: [String: MapHandle] = [:]
        var views: [String: MapDocument] = [:]
        var layers: [String: LayerHandle] = [:]
        /// Who is being opened into a map, or gives it a basemap.
        var changes: [String: (turn: Int, map: MapHandle)] = [:]
    }

    /// Carries out a step about maps and layers.
    func carryOutMaps(_ step: Step) async {
        switch step {
        case .webMap(let step): await webMap(step)
        case .openMap(let step): await open(step)
        case .cancelOpening(let name): cancelOpening(name)
        case .popups(let step): await popups(step)
        case .layer(let step): await layer(step)
        case .retryLayer(let name, let layer): await retryLayer(layer, of: name)
        default: break
        }
    }

    private func webMap(_ step: Step.WebMapStep) async {
        do {
            let handle = try run.interface == .legacy ? legacyMap(step) : modernMap(step)
            state.withLock { $0.maps.maps[step.name] = handle }
            switch handle.interface {
            case .legacy(_, let watcher):
                if step.waits { await watcher.wait(for: "load") }
            case .modern(let map):
                guard step.waits else { return }
                try await map.load()
                log.note("loaded")
                note(status: "loaded", user: nil)
            case .whole(let map):
                try await map.load()
                if !options.conduct.maps.toleratesLayers, let error = map.failedLayers.first?.loadError {
                    return fail(error)
                }
                log.note("loaded")
                note(status: "loaded", user: nil)
            }
        } catch {
            fail(error)
        }
    }

    private func modernMap(_ step: Step.WebMapStep) throws(PortalError) -> MapHandle {
        let credential = try legacy(step.credential, identity: step.identity, url: nil)
        switch step.way {
        case .id(let id, let endpoint):
            return MapHandle(
                .modern(
                    try WebMap(
                        itemID: items.id(of: id), portal: try PortalURL(stage.placeholders.filled(endpoint)),
                        credential: credential, in: environment)))
        case .address(let url):
            return MapHandle(.modern(WebMap(url: try address(url), credential: credential, in: environment)))
        case .item(let id, let portal): return MapHandle(.modern(WebMap(item: try item(id, of: portal))))
        case .whole(let id, let portal): return MapHandle(.whole(Map(item: try item(id, of: portal))))
        }
    }

    private func legacyMap(_ step: Step.WebMapStep) throws(PortalError) -> MapHandle {
        let credential = try legacy(step.credential, identity: step.identity, url: nil)
        let watcher = MapWatcher(log: log)
        watcher.begin("load")
        let map: LegacyWebMap
        switch step.way {
        case .id(let id, let endpoint):
            map = LegacyWebMap(
                itemID: items.id(of: id), sharingEndpoint: stage.placeholders.filled(endpoint), credential: credential,
                delegate: watcher, in: environment)
        case .address(let url):
            map = LegacyWebMap(url: try address(url), credential: credential, delegate: watcher, in: environment)
        case .item(let id, let portal), .whole(let id, let portal):
            map = LegacyWebMap(item: try item(id, of: portal), delegate: watcher)
        }
        return MapHandle(.legacy(map, watcher))
    }

    private func address(_ text: String) throws(PortalError) -> HTTPURL {
        try HTTPURL(stage.placeholders.filled(text))
    }

    private func item(_ name: String, of portal: String) throws(PortalError) -> PortalItem {
        guard let portal = handle(portal)?.portal else {
            throw PortalError(.invalidArgument, detail: "the portal \(portal) is not loaded")
        }
        return PortalItem(portal: portal, id: items.id(of: name))
    }

    private func popups(_ step: Step.PopupStep) async {
        guard let handle = map(step.map), let map = handle.webMap else { return }
        let extent = Envelope(
            xmin: step.extent[0], ymin: step.extent[1], xmax: step.extent[2], ymax: step.extent[3],
            spatialReference: map.spatialReference)
        if options.conduct.maps.opensForPopups, !map.hasPopupsDefined {
            try? await map.open(into: MapDocument(), using: OpeningPolicy())
        }
        switch handle.interface {
        case .legacy(let legacy, let watcher):
            watcher.begin("popups")
            var began = false
            for _ in 0..<step.times { began = legacy.fetchPopups(in: extent) }
            guard began else { return log.note("noPopups") }
            await watcher.wait(for: "popups")
        case .modern, .whole:
            var last: AsyncStream<FetchedPopups>?
            for _ in 0..<step.times { last = map.fetchPopups(in: extent) }
            guard let last else { return log.note("noPopups") }
            for await fetched in last where !fetched.popups.isEmpty {
                log.note("popups(\(fetched.layer.title))")
            }
            log.note("popupsFetched")
        }
    }

    private func retryLayer(_ title: String, of name: String) async {
        guard let map = map(name)?.webMap else { return }
        let layers = (map.basemapLayers + map.operationalLayers).flatMap(\.leaves)
        guard let layer = layers.first(where: { $0.title == title }) else {
            return log.complain("there is no layer \(title)")
        }
        do {
            try await layer.retryLoad()
            log.note("layer(\(title))")
        } catch {
            log.note("layerFailed(\(title) \(options.conduct.tells(Reason(error)).rawValue))")
        }
    }

    func map(_ name: String) -> MapHandle? {
        let handle = state.withLock { $0.maps.maps[name] }
        if handle == nil { log.complain("there is no map \(name)") }
        return handle
    }

    func view(_ name: String) -> MapDocument {
        state.withLock { state in
            if let known = state.maps.views[name] { return known }
            let new = MapDocument()
            state.maps.views[name] = new
            return new
        }
    }

    /// The map's document as it came.
    var mapDocument: JSONValue? { state.withLock { $0.maps.maps["map"] }?.webMap?.json }

    /// How the map stands at the end.
    var finalMap: [String: JSONValue] {
        let maps = state.withLock { $0.maps }
        return maps.maps["map"]?.final(maps.views["view"]) ?? [:]
    }
}
