internal import HTTPSemantics
public import JSONValues
internal import Platform
public import PortalAuthentication

/// A web map that starts loading when it is made and tells a delegate how that and its opening go, as older clients have it.
///
/// The caller must keep it: dropping the last reference ends what is under way, and no callback comes. It asks no
/// challenge handler, unless it is of an item whose portal does; failures are answered by `continueOpen…`, or by
/// another web map.
public final class LegacyWebMap: Sendable {
    private enum Work: Sendable { case loading, opening, switching, popups }
    private struct State {
        weak var delegate: (any LegacyWebMapDelegate)?
        var error: PortalError?
        var tasks: [Work: Task<Void, Never>] = [:]
        var popupRound = 0
        /// Layers that failed, in the order in which that is told.
        var questions = ToldQuestions<Question>()
    }
    /// A layer that failed while the web map was opened or a basemap changed, and waits for an answer on how to go on.
    private struct Question: Sendable {
        let failure: LayerFailure
        let take: @Sendable (LayerDisposition) -> Void
    }
    private let state: Locked<State>
    private let events: EventHub<ClientEvent>
    /// nil where what was given names no portal.
    private let map: WebMap?

    /// Starts to load a web map by its item's id, anonymously where there is no credential.
    ///
    /// - Parameters:
    ///   - itemID: the id of the web map's item.
    ///   - sharingEndpoint: the portal's, with `/sharing` or `/sharing/rest`; nil is ArcGIS Online.
    ///   - credential: for the portal; nil loads the map anonymously.
    ///   - delegate: learns how loading and opening go.
    ///   - environment: the transport, clock, stores and handlers of the map.
    public convenience init(
        itemID: String, sharingEndpoint: String? = nil, credential: LegacyCredential? = nil,
        delegate: (any LegacyWebMapDelegate)? = nil, in environment: PortalEnvironment
    ) {
        self.init(delegate, environment) { () throws(PortalError) in
            let portal: PortalURL? = if let sharingEndpoint { try PortalURL(sharingEndpoint) } else { nil }
            return try WebMap(
                itemID: itemID, portal: portal, credential: credential?.resource, challenges: .suppress,
                in: environment.isolated())
        }
    }

    /// Starts to load a web map by the address of its data.
    public convenience init(
        url: HTTPURL, credential: LegacyCredential? = nil, delegate: (any LegacyWebMapDelegate)? = nil,
        in environment: PortalEnvironment
    ) {
        self.init(delegate, environment) {
            WebMap(url: url, credential: credential?.resource, challenges: .suppress, in: environment.isolated())
        }
    }

    /// Starts to load the web map of an item; it is signed with whatever the item's portal is signed with.
    public convenience init(item: PortalItem, delegate: (any LegacyWebMapDelegate)? = nil) {
        self.init(delegate, item.portal.environment) { WebMap(item: item) }
    }

    /// Starts to load a web map by its item's id in a portal that is there already, signed as that is.
    public convenience init(itemID: String, portal: Portal, delegate: (any LegacyWebMapDelegate)? = nil) {
        self.init(item: PortalItem(portal: portal, id: itemID), delegate: delegate)
    }

    private init(
        _ delegate: (any LegacyWebMapDelegate)?, _ environment: PortalEnvironment,
        _ make: () throws(PortalError) -> WebMap
    ) {
        events = environment.core.events
        do throws(PortalError) {
            map = try make()
            state = Locked(State(delegate: delegate))
        } catch {
            map = nil
            state = Locked(State(delegate: delegate, error: error))
        }
        let map = map
        // The task holds no strong reference to this object: dropping it ends the loading.
        let task = Task { [weak self] in
            var failure = self?.error
            if let map { do throws(PortalError) { try await map.load() } catch { failure = error } }
            guard !Task.isCancelled, let self else { return }
            state.withLock { $0.error = failure }
            if let failure {
                await self.delegate?.webMap(self, didFailToLoad: failure)
            } else {
                await self.delegate?.webMapDidLoad(self)
            }
        }
        state.withLock { $0.tasks[.loading] = task }
    }

    deinit {
        for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
    }

    /// Who hears how it goes; held weakly.
    public var delegate: (any LegacyWebMapDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }
    /// The web map behind it: layers, bookmarks, JSON; nil where what was given names no portal.
    public var webMap: WebMap? { map }
    /// Whether its document is there.
    public var isLoaded: Bool { map?.loadStatus == .loaded }
    /// Why its document could not be had.
    public var error: PortalError? { state.withLock { $0.error } }
    /// The document as it came; nil until loaded.
    public var json: JSONValue? { map?.json }
    /// The version of the specification that it follows; nil until loaded.
    public var version: String? { map?.version }
    /// The bookmarks; empty until loaded.
    public var bookmarks: [Bookmark] { map?.bookmarks ?? [] }
    /// The layers of the basemap; empty until loaded.
    public var basemapLayers: [MapLayer] { map?.basemapLayers ?? [] }
    /// The layers above the basemap; empty until loaded.
    public var operationalLayers: [MapLayer] { map?.operationalLayers ?? [] }
    /// Whether it is being opened.
    public var isOpening: Bool { map?.isOpening ?? false }
    /// Whether its basemap is being put in another one's place.
    public var isSwitchingBasemap: Bool { map?.isSwitchingBasemap ?? false }

    /// Opens the web map into a map, once it is loaded; an opening under way ends without a word.
    public func open(into document: MapDocument, resettingMap: Bool = true) {
        begin(.opening) { map, opener throws(PortalError) in
            try await map.open(into: document, using: opener, resettingMap: resettingMap)
        } then: {
            await $0.delegate?.webMap($0, didOpenInto: document)
        }
    }

    /// Puts the basemap in place of the one of a map; of several calls the last one wins.
    public func switchBasemap(on document: MapDocument) {
        begin(.switching) { map, opener throws(PortalError) in
            try await map.switchBasemap(on: document, using: opener)
        } then: {
            await $0.delegate?.webMap($0, didSwitchBasemapOn: document)
        }
    }

    /// Tries the layer that failed again, with a credential; nil as it is, such as after its host was trusted.
    ///
    /// Of an opening and a change of the basemap that go on side by side, the delegate hears of one failure at a time; the next one
    /// is told once this one is answered. An answer to one that was withdrawn meanwhile, as by another opening, is dropped, unless the
    /// next one is told by then; ``continueOpen(with:for:)`` names the layer, and answers for no other.
    public func continueOpen(with credential: LegacyCredential?) { resume(.retry(credential?.resource)) }

    /// Tries a layer that failed again, as above; an answer that comes once another layer's failure is told is dropped.
    public func continueOpen(with credential: LegacyCredential?, for layer: MapLayer) {
        resume(.retry(credential?.resource), for: layer)
    }

    /// Goes on without the layer that failed.
    public func continueOpenAndSkipCurrentLayer() { resume(.skip) }

    /// Goes on without a layer; an answer that comes once another layer's failure is told is dropped.
    public func continueOpenAndSkip(_ layer: MapLayer) { resume(.skip, for: layer) }

    /// Opens no further; no callback comes, and what is loaded stays on the map.
    public func cancelOpen() {
        let tasks = state.withLock { [$0.tasks[.opening], $0.tasks[.switching]] }
        for task in tasks { task?.cancel() }
        map?.cancelOpening()
        map?.cancelSwitching()
    }

    private func begin(
        _ kind: Work, _ work: @escaping @Sendable (WebMap, Opener) async throws(PortalError) -> Void,
        then tell: @escaping @Sendable (LegacyWebMap) async -> Void
    ) {
        guard let map else { return }
        let (previous, loading) = state.withLock { ($0.tasks[kind], $0.tasks[.loading]) }
        previous?.cancel()
        let task = Task { [weak self] in
            // What is told of the loading comes first.
            await loading?.value
            let opener = Opener(legacy: self)
            guard !Task.isCancelled, map.loadStatus == .loaded else { return }
            do throws(PortalError) { try await work(map, opener) } catch { return }
            guard !Task.isCancelled, let self else { return }
            await tell(self)
        }
        state.withLock { $0.tasks[kind] = task }
    }

    private func resume(_ disposition: LayerDisposition, for layer: MapLayer? = nil) {
        let taken = state.withLock { state in
            state.questions.answer { layer == nil || $0.failure.layer === layer }
        }
        guard let (answered, next) = taken else { return }
        answered.take(disposition)
        if let next { notify(next) }
    }

    private func notify(_ number: Int) {
        Task { [weak self] in
            guard let self, let failure = state.withLock({ $0.questions.tell(number)?.failure }) else { return }
            guard let delegate else { return skipUnheard(failure.layer, failure.error) }
            await delegate.webMap(
                self, didFailToLoadLayer: failure.layer, isBaseLayer: failure.layer.isBasemap,
                isFederated: failure.isFederated, error: failure.error)
        }
    }

    /// Goes on without a layer whose failure no delegate handles, and emits an event that says so (row W18).
    func skipUnheard(_ layer: MapLayer, _ error: PortalError) {
        events.emit(.layerSkipped(id: layer.id, error.code))
        continueOpenAndSkip(layer)
    }
}

extension LegacyWebMap {
    /// Whether anything is shown of any feature; false until the map was opened.
    public var hasPopupsDefined: Bool { map?.hasPopupsDefined ?? false }

    /// What is shown of a layer's features; the same object each time.
    public func popupInfo(for layer: MapLayer) -> PopupDefinition? { map?.popupInfo(for: layer) }

    /// What is shown of the features of a layer inside a map service; the same object each time.
    public func popupInfo(for layer: MapLayer, sublayer: Int) -> PopupDefinition? {
        map?.popupInfo(for: layer, sublayer: sublayer)
    }

    /// Fetches what the layers show within an extent; false where the map was not opened or shows nothing.
    ///
    /// Another call ends this one without a word.
    @discardableResult public func fetchPopups(in extent: Envelope) -> Bool {
        guard let map, map.hasPopupsDefined else { return false }
        // Before the map ends the stream of the fetching that is under way, which looks at the round before it says anything; without
        // the lock, since what is cancelled then may tell the app of it.
        let round = nextPopupRound()
        guard let stream = map.fetchPopups(in: extent) else { return false }
        let task = Task { [weak self] in
            for await fetched in stream {
                guard let self, isPresent(round) else { return }
                if !fetched.popups.isEmpty { await delegate?.webMap(self, didFetch: fetched.popups, in: extent) }
            }
            guard let self, isPresent(round) else { return }
            await delegate?.webMap(self, didFinishFetchingPopupsIn: extent)
        }
        state.withLock { $0.tasks[.popups] = task }
        return true
    }

    /// Ends the fetching of popups without a word.
    public func cancelFetchPopups() {
        _ = nextPopupRound()
        map?.cancelFetchingPopups()
    }

    private func nextPopupRound() -> Int {
        state.withLock { state in
            state.popupRound += 1
            return state.popupRound
        }
    }

    private func isPresent(_ round: Int) -> Bool { !Task.isCancelled && state.withLock { $0.popupRound == round } }
}

extension LegacyWebMap {
    /// Hands what an opening asks to the delegate.
    private struct Opener: WebMapOpener {
        weak let legacy: LegacyWebMap?

        func webMap(_ map: WebMap, didFailToLoad failure: LayerFailure) async -> LayerDisposition {
            guard let legacy else { return .cancel }
            return await legacy.disposition(of: failure)
        }

        func webMap(_ map: WebMap, didLoad layer: MapLayer) async {
            guard let legacy else { return }
            await legacy.delegate?.webMap(legacy, didLoadLayer: layer)
        }

        func bingKey(for map: WebMap) async -> Secret<String>? {
            guard let legacy else { return nil }
            return await legacy.delegate?.bingAppID(for: legacy)
        }
    }

    /// Waits until the caller says what to do about a layer that failed.
    private func disposition(of failure: LayerFailure) async -> LayerDisposition {
        let number = state.withLock { $0.questions.nextNumber() }
        let answer = await FirstAnswer(ifCancelled: .cancel).from { take in
            let question = Question(failure: failure, take: take)
            if state.withLock({ $0.questions.add(question, as: number) }) { notify(number) }
        }
        // Where it was withdrawn, not answered.
        if let next = state.withLock({ $0.questions.remove(number) }) { notify(next) }
        return answer
    }
}
