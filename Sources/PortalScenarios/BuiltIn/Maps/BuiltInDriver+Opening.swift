internal import ClientEvidence
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

extension BuiltInDriver {
    /// Opens a map into another one, or puts its basemap there.
    func open(_ step: Step.OpenMap) async {
        guard let handle = map(step.map) else { return }
        let conduct = options.conduct.maps
        guard let turn = enter(step, handle) else { return }
        defer { leave(step, turn) }
        let view = step.changesBasemap && !conduct.changesBasemap ? MapDocument() : view(step.into)
        let opener = MapOpener(step, self)
        switch handle.interface {
        case .legacy(let map, let watcher):
            // Nobody is told of the opening of a map that could not be loaded.
            if let error = map.error { return log.note("notOpened(\(options.conduct.tells(Reason(error)).rawValue))") }
            watcher.begin(step.word, opener)
            if !step.hearsFailures {
                let deaf = DeafMapWatcher(watcher)
                handle.deaf.withLock { $0 = deaf }
                map.delegate = conduct.unheard == .skip ? deaf : watcher
            }
            if step.changesBasemap {
                map.switchBasemap(on: view)
            } else {
                map.open(into: view, resettingMap: conduct.resets(step.resets))
            }
            await watcher.wait(for: step.word)
        case .modern, .whole:
            guard let map = handle.webMap else { return }
            do {
                if step.changesBasemap {
                    try await map.switchBasemap(on: view, using: opener)
                    log.note("basemapSwitched")
                } else {
                    try await map.open(into: view, using: opener, resettingMap: conduct.resets(step.resets))
                    log.note("opened")
                }
            } catch {
                // As with the older interface: what ends an opening is no news to whoever ended it.
                if map.loadError != nil {
                    log.note("notOpened(\(options.conduct.tells(Reason(error)).rawValue))")
                } else if error.code != .cancelled {
                    fail(error)
                }
            }
        }
    }

    /// Notes that a map is being changed from now on; nil where the app does not begin.
    private func enter(_ step: Step.OpenMap, _ handle: MapHandle) -> Int? {
        let conduct = options.conduct.maps
        if !conduct.opensEarly, handle.webMap?.loadStatus != .loaded { return nil }
        let place = "\(step.word) \(step.into)"
        let (turn, last) = state.withLock { state -> (Int?, MapHandle?) in
            let last = state.maps.changes[place]
            if last != nil, !conduct.beginsAgain { return (nil, nil) }
            let turn = (last?.turn ?? 0) + 1
            state.maps.changes[place] = (turn, handle)
            return (turn, last?.map)
        }
        // No older web map is told that another one took its place.
        if case .legacy(_, let watcher)? = last?.interface, last !== handle { watcher.end([step.word]) }
        return turn
    }

    private func leave(_ step: Step.OpenMap, _ turn: Int) {
        let place = "\(step.word) \(step.into)"
        state.withLock { if $0.maps.changes[place]?.turn == turn { $0.maps.changes[place] = nil } }
    }

    /// Ends an opening and a change of the basemap.
    func cancelOpening(_ name: String) {
        guard let handle = map(name) else { return }
        switch handle.interface {
        case .legacy(let map, let watcher):
            map.cancelOpen()
            watcher.end(["open", "basemap"])
        case .modern, .whole: handle.webMap?.cancelOpening()
        }
    }
}

extension Step.OpenMap {
    /// What is waited for.
    fileprivate var word: String { changesBasemap ? "basemap" : "open" }
}
