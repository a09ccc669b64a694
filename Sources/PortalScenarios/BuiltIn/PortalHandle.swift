internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

/// A portal of either interface, as the scenario's app holds it.
final class PortalHandle: Sendable {
    /// The interface and its object.
    enum Interface: Sendable {
        case modern(Portal)
        case legacy(LegacyPortal, LegacyWatcher)
    }
    let interface: Interface

    init(_ interface: Interface) { self.interface = interface }

    /// The portal as the modern interface has it; nil where an older one has not loaded.
    var portal: Portal? {
        switch interface {
        case .modern(let portal): portal
        case .legacy(let portal, _): portal.portal
        }
    }

    func cancelLoad() {
        if case .modern(let portal) = interface { portal.cancelLoad() }
    }

    /// Everything of it that can be printed.
    var text: String {
        var mirror = ""
        switch interface {
        case .modern(let portal): dump(portal, to: &mirror, maxDepth: 3)
        case .legacy(let portal, _): dump(portal, to: &mirror, maxDepth: 3)
        }
        return mirror + "\(String(describing: portal?.user)) \(String(describing: portal?.info?.portalName))"
    }

    /// How it stands, with the keys of `expect.final`.
    var final: [String: JSONValue] {
        let user: PortalUser?
        let info: PortalInfo?
        var facts: [String: JSONValue] = [:]
        switch interface {
        case .modern(let portal):
            (user, info) = (portal.user, portal.info)
            facts["status"] = .string("\(portal.loadStatus)")
            facts["url"] = .string(portal.url.description)
        case .legacy(let portal, let watcher):
            (user, info) = (portal.user, portal.info)
            facts["status"] = .string(watcher.isPending ? "loading" : portal.isLoaded ? "loaded" : "failed")
            facts["url"] = portal.url.map { .string($0.description) }
            facts["delegate"] = .array(watcher.calls.map { .string($0) })
            facts["notifications"] = .array(watcher.heard.map { .string($0) })
        }
        facts["user"] = .string(user?.username ?? "none")
        facts["organization"] = .string(info?.organizationID ?? "none")
        if let name = info?.portalName { facts["portalName"] = .string(name) }
        if let name = user?.fullName { facts["fullName"] = .string(name) }
        if let email = user?.email { facts["email"] = .string(email) }
        if let date = user?.creationDate {
            facts["memberSince"] = .string("\(CivilDate(secondsSince1970: date.milliseconds / 1000))")
        }
        if let text = user?.description { facts["description"] = .string(text) }
        if let basemap = info?.defaultBasemap {
            facts["basemap"] = .string("\(basemap.title ?? "") \(basemap.layerURLs.count)")
        }
        return facts
    }
}

/// The delegate of an older portal: it writes down what it is told and lets the driver wait for it.
final class LegacyWatcher: LegacyPortalDelegate {
    private struct State {
        var calls: [String] = []
        var isPending = true
        var isDropped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Locked(State())
    private let name: String
    private let log: RunLog
    /// Where an observer hears of the portal besides.
    let notifications = LegacyNotifications()
    private let observers: [LegacyNotifications.Observer]
    private let words = Locked<[String]>([])
    private let behavior: AppBehavior.Loading
    /// Who waits for the end of a search.
    private let searches = Locked<[LegacyPortalOperation: CheckedContinuation<FoundPage, Never>]>([:])

    init(name: String, log: RunLog, behavior: AppBehavior.Loading) {
        self.name = name
        self.log = log
        self.behavior = behavior
        observers = behavior.observe(notifications) { [words] notification in
            let word =
                switch notification {
                case .portalDidLoad: "loaded"
                case .portalDidFailToLoad: "failed"
                }
            words.withLock { $0.append(word) }
        }
    }

    /// What the observer heard so far: `loaded`, `failed`.
    var heard: [String] { words.withLock { $0 } }

    /// The calls so far: `loaded`, `failed`.
    var calls: [String] { state.withLock { $0.calls } }

    /// Whether a call is still to come.
    var isPending: Bool { state.withLock { $0.isPending } }

    /// Expects another call.
    func begin() { state.withLock { $0.isPending = true } }

    /// Submits a portal again, and waits for the delegate's call where one will come: while a portal loads and once it has loaded
    /// there is none.
    func waitingForCall(of portal: LegacyPortal, _ submit: () -> Void) async {
        let isIgnored = isPending || portal.isLoaded
        if !isIgnored { begin() }
        submit()
        if !isIgnored { await wait() }
    }

    /// Waits until the call came that is expected, or none is expected any more.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.isPending, !state.isDropped else { return true }
                state.waiting.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// Expects no call any more.
    func drop() { release { $0.isDropped = true } }

    func portalDidLoad(_ portal: LegacyPortal) async {
        log.note("loaded")
        release { $0.calls.append("loaded") }
    }

    func portal(_ portal: LegacyPortal, didFailToLoad error: PortalError) async {
        log.fail(error, of: name)
        release { $0.calls.append("failed") }
    }

    /// Searches with an older portal, and waits for what the delegate is told.
    func find(_ query: PortalQuery, groups: Bool, in portal: LegacyPortal) async -> FoundPage {
        await withCheckedContinuation { continuation in
            // What ends before the operation is written down waits for the lock.
            searches.withLock { searches in
                searches[groups ? portal.findGroups(query) : portal.findItems(query)] = continuation
            }
        }
    }

    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFindItems results: PortalQueryResults<PortalItem>
    ) async {
        end(
            operation, "foundItems", .success(.init(titles: results.results.map { $0.title ?? "" }, next: results.next))
        )
    }

    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation,
        didFindGroups results: PortalQueryResults<PortalGroup>
    ) async {
        end(
            operation, "foundGroups",
            .success(.init(titles: results.results.map { $0.title ?? "" }, next: results.next)))
    }

    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindItemsFor query: PortalQuery,
        error: PortalError
    ) async { end(operation, "failedToFindItems", .failure(error)) }

    func portal(
        _ portal: LegacyPortal, operation: LegacyPortalOperation, didFailToFindGroupsFor query: PortalQuery,
        error: PortalError
    ) async { end(operation, "failedToFindGroups", .failure(error)) }

    private func end(_ operation: LegacyPortalOperation, _ word: String, _ page: FoundPage) {
        state.withLock { $0.calls.append(behavior.searchWord(word)) }
        searches.withLock { $0.removeValue(forKey: operation) }?.resume(returning: page)
    }

    private func release(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            state.isPending = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// What one page of a search found, or why it failed.
typealias FoundPage = Result<FoundTitles, PortalError>

/// The titles of one page, and the query for the next one.
struct FoundTitles: Sendable {
    let titles: [String]
    let next: PortalQuery?
}
