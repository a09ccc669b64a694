internal import Platform
public import PortalAuthentication

extension WebMap {
    /// Whether it is being opened.
    public var isOpening: Bool { opening.isTaken }
    /// Whether its basemap is being put in another one's place.
    public var isSwitchingBasemap: Bool { switching.isTaken }

    /// Opens the map: loads its basemap and then its layers in order, and puts each on the map when it is there.
    ///
    /// A layer that fails stops that until the opener has said what to do; layers that are not supported are passed over without a
    /// request. A later call ends this one, which throws `cancelled`. Throws also what loading the map itself throws, and
    /// `cancelled` where the opener says so.
    ///
    /// - Parameters:
    ///   - map: the map that the layers are put on.
    ///   - opener: decides what happens after a failure. Default: ``OpeningPolicy``.
    ///   - resettingMap: whether layers, extent and spatial reference of the map are dropped first. Default: yes.
    public func open(
        into map: MapDocument, using opener: some WebMapOpener = OpeningPolicy(), resettingMap: Bool = true
    ) async throws(PortalError) {
        wasOpened.withLock { $0 = false }
        let work = OpeningWork(webMap: self, map: map, opener: opener, .wholeMap(resets: resettingMap))
        try await work.run(in: opening, map.opening)
    }

    /// Puts the map's basemap in place of the one of another map, once all of its layers are handled.
    ///
    /// Of several calls for one map the last one wins; the others throw `cancelled`, and the basemap changes once.
    public func switchBasemap(
        on map: MapDocument, using opener: some WebMapOpener = OpeningPolicy()
    ) async throws(PortalError) {
        try await OpeningWork(webMap: self, map: map, opener: opener, .basemap).run(in: switching, map.switching)
    }

    /// Ends an opening that is under way; what is loaded stays on the map.
    public func cancelOpening() { opening.end() }

    /// Ends a change of the basemap that is under way; the map keeps the one that it has.
    public func cancelSwitching() { switching.end() }
}

/// Carries out what a ``WebMapOpening`` decides.
struct OpeningWork: Sendable {
    private let webMap: WebMap
    private let map: MapDocument
    private let opener: any WebMapOpener
    private let purpose: WebMapOpening.Purpose

    init(webMap: WebMap, map: MapDocument, opener: any WebMapOpener, _ purpose: WebMapOpening.Purpose) {
        self.webMap = webMap
        self.map = map
        self.opener = opener
        self.purpose = purpose
    }

    /// Works until the end, or until other work takes the web map's or the map's slot.
    func run(in own: WorkSlot, _ others: WorkSlot) async throws(PortalError) {
        let work = Locked<(task: Task<PortalError?, Never>?, isEnded: Bool)>((nil, false))
        let end: @Sendable () -> Void = {
            work.withLock { work in
                work.isEnded = true
                work.task?.cancel()
            }
        }
        // First, so that nothing is changed by two of them.
        let (ownNumber, number) = (own.occupy(end), others.occupy(end))
        let task = Task { await perform { change in others.whileHeld(by: number, change) } }
        work.withLock { work in
            work.task = task
            if work.isEnded { task.cancel() }
        }
        let error = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        own.leave(ownNumber)
        others.leave(number)
        if let error { throw error }
    }

    /// Changes the map only through the given function, which does nothing once other work holds the map's slot.
    private func perform(_ changing: @Sendable (() -> Void) -> Void) async -> PortalError? {
        var machine = WebMapOpening(purpose)
        var layers: [MapLayer] = []
        var loaded: [MapLayer] = []
        var action = machine.begin()
        while true {
            if Task.isCancelled { return .openingEnded }
            switch action {
            case .loadMap:
                do throws(PortalError) {
                    try await loadMap().get()
                    layers = webMap.layersToOpen.filter { purpose != .basemap || $0.isBasemap }
                    action = machine.mapDidLoad(
                        layers.map { .init($0.kind) }, hasBingKey: webMap.source.bingKey.key != nil)
                } catch {
                    action = machine.mapDidFail(error)
                }
            case .reset:
                changing { map.reset() }
                action = machine.didReset()
            case .askPortalForBingKey:
                let key = await webMap.source.bingKey.fromPortal(webMap.source)
                action = machine.portalAnswered(hasBingKey: key != nil)
            case .askOpenerForBingKey:
                let key = await Self.answer(ifCancelled: nil) { await opener.bingKey(for: webMap) }
                if let key { webMap.source.bingKey.set(key) }
                action = machine.openerAnswered(hasBingKey: key != nil)
            case .load(let index, let credential):
                if let error = await load(layers[index], with: credential) {
                    action = Task.isCancelled ? .stop(.openingEnded) : machine.didFail(error)
                } else {
                    action = machine.didLoad()
                }
            case .tellLoaded(let index):
                loaded.append(layers[index])
                if purpose != .basemap { changing { map.add(layers[index]) } }
                await opener.webMap(webMap, didLoad: layers[index])
                action = machine.didTell()
            case .ask(let index, let failures, let error):
                let layer = layers[index]
                let failure = LayerFailure(
                    layer: layer, error: error,
                    isFederated: await webMap.source.isFederated(layer, after: error),
                    isSignedIn: webMap.source.isSignedIn, failures: failures)
                action = machine.answered(
                    await Self.answer(ifCancelled: .cancel) {
                        await opener.webMap(webMap, didFailToLoad: failure)
                    })
            case .tellOpened:
                changing {
                    if purpose == .basemap {
                        map.replaceBasemap(loaded)
                    } else {
                        map.adopt(webMap.initialViewpoint, webMap.spatialReference)
                        webMap.wasOpened.withLock { $0 = true }
                    }
                }
                return Task.isCancelled ? .openingEnded : nil
            case .stop(let error): return error
            }
        }
    }

    /// The loading of the map itself, which goes on for others where the opening is ended (row W28).
    private func loadMap() async -> Result<Void, PortalError> {
        let webMap = webMap
        return await FirstAnswer(ifCancelled: .failure(.openingEnded)).from { take in
            Task {
                do throws(PortalError) {
                    try await webMap.load()
                    take(.success(()))
                } catch {
                    take(.failure(error))
                }
            }
        }
    }

    private func load(_ layer: MapLayer, with credential: ResourceCredential?) async -> PortalError? {
        do throws(PortalError) {
            if let credential { try await layer.retryLoad(with: credential) } else { try await layer.retryLoad() }
            return nil
        } catch {
            return error
        }
    }

    /// The opener's answer, which may never come; cancelling the task ends the wait.
    private static func answer<Value: Sendable>(
        ifCancelled cancellation: Value, _ body: @escaping @Sendable () async -> Value
    ) async -> Value {
        let task = Task { await body() }
        let answer = await FirstAnswer(ifCancelled: cancellation).from { take in Task { take(await task.value) } }
        task.cancel()
        return answer
    }
}

extension WebMapOpening.Layer {
    init(_ kind: LayerKind) { if case .bing = kind { needsBingKey = true } }
}

extension PortalError {
    fileprivate static var openingEnded: PortalError {
        PortalError(.cancelled, detail: "opening the map was ended by another opening or by its caller")
    }
}
