internal import ClientEvidence
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

/// Opens a web map into another one, or changes the basemap there to its own.
struct OpenMapStep: ScenarioStep {
    static let names = ["openMap", "switchBasemap"]

    let map: String
    /// The map that it is opened into.
    let into: String
    let resets: Bool
    let changesBasemap: Bool
    /// What is said to layers that fail, one after the other.
    let answers: [LayerAnswer]
    /// The key for Bing Maps that the app has.
    let bingKey: String?
    /// Whether the app is told of layers that fail.
    let hearsFailures: Bool

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["map", "into", "reset", "answers", "bingKey", "hears"])
        map = try reader.mapName()
        into = try reader.text("into") ?? "view"
        resets = try reader.truth("reset") ?? true
        changesBasemap = step.name == "switchBasemap"
        answers = try LayerAnswer.list(reader)
        bingKey = try reader.text("bingKey")
        hearsFailures = try reader.truth("hears") ?? true
    }

    /// Whether something is said to layers that fail.
    var isAnswered: Bool { !answers.isEmpty }

    var taskObstacle: String? {
        answers.contains(where: \.dependsOnMoment) ? "what is said to a layer depends on what came before" : nil
    }

    func perform(with driver: BuiltInDriver) async {
        guard let handle = driver.map(map) else { return }
        let behavior = driver.options.behavior.maps
        guard let turn = enter(driver, handle) else { return }
        defer { leave(driver, turn) }
        let view = changesBasemap && !behavior.changesBasemap ? MapDocument() : driver.view(into)
        if let bingKey { driver.state.withLock { $0.maps.bingKey = bingKey } }
        let opener = MapOpener(answers: answers, bingKey: bingKey, hearsFailures: hearsFailures, driver: driver)
        switch handle.interface {
        case .legacy(let map, let watcher):
            // No delegate is told of the opening of a map that could not be loaded.
            if let error = map.error { return noteFailure(error, driver) }
            watcher.begin(awaited, opener)
            if !hearsFailures {
                let deaf = DeafMapWatcher(watcher)
                handle.deaf.withLock { $0 = deaf }
                map.delegate = behavior.unheard == .skip ? deaf : watcher
            }
            if changesBasemap {
                map.switchBasemap(on: view)
            } else {
                map.open(into: view, resettingMap: behavior.resets(resets))
            }
            await watcher.wait(for: awaited)
        case .modern, .whole:
            guard let map = handle.webMap else { return }
            do throws(PortalError) {
                if changesBasemap {
                    try await map.switchBasemap(on: view, using: opener)
                    driver.log.note("basemapSwitched")
                } else {
                    try await map.open(into: view, using: opener, resettingMap: behavior.resets(resets))
                    driver.log.note("opened")
                }
            } catch {
                // As with the older interface: what ends an opening is no news to the caller that ended it.
                if map.loadError != nil {
                    noteFailure(error, driver)
                } else if error.code != .cancelled {
                    driver.fail(error)
                }
            }
        }
    }

    private func noteFailure(_ error: PortalError, _ driver: BuiltInDriver) {
        driver.log.note("notOpened(\(driver.options.behavior.tells(Reason(error)).rawValue))")
    }

    /// What the delegate of an older web map is waited for.
    private var awaited: String { changesBasemap ? "basemap" : "open" }

    /// Notes that a map is being changed from now on; nil where the app does not begin.
    private func enter(_ driver: BuiltInDriver, _ handle: MapHandle) -> Int? {
        let behavior = driver.options.behavior.maps
        if !behavior.opensEarly, handle.webMap?.loadStatus != .loaded { return nil }
        let place = "\(awaited) \(into)"
        let (turn, last) = driver.state.withLock { state -> (Int?, MapHandle?) in
            let last = state.maps.changes[place]
            if last != nil, !behavior.beginsAgain { return (nil, nil) }
            let turn = (last?.turn ?? 0) + 1
            state.maps.changes[place] = (turn, handle)
            return (turn, last?.map)
        }
        // No older web map is told that another one took its place.
        if case .legacy(_, let watcher)? = last?.interface, last !== handle { watcher.end([awaited]) }
        return turn
    }

    private func leave(_ driver: BuiltInDriver, _ turn: Int) {
        let place = "\(awaited) \(into)"
        driver.state.withLock { if $0.maps.changes[place]?.turn == turn { $0.maps.changes[place] = nil } }
    }
}
