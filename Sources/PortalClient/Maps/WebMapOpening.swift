internal import PortalAuthentication

/// The opening of a web map as a value: what to do next, after what has happened (client flow LM9, rows W10–W30).
///
/// Layers come one after the other; after a failure nothing happens until the opener has said what to do.
struct WebMapOpening: Sendable {
    /// What is opened.
    enum Purpose: Sendable, Hashable {
        /// The whole map: its basemap first, then its operational layers.
        case wholeMap(resets: Bool)
        /// Its basemap alone, in place of another one.
        case basemap
    }
    /// What the machine has to know of a layer.
    struct Layer: Sendable, Hashable {
        var needsBingKey = false
    }
    /// What to do next.
    enum Action: Sendable, Equatable {
        /// Get the map's own document, where it is not there yet.
        case loadMap
        /// Empty the map that the layers go into.
        case reset
        /// Look whether the portal has a key for Bing Maps.
        case askPortalForBingKey
        /// Ask the opener for a key.
        case askOpenerForBingKey
        /// Load the layer with this number; nil takes it as it is.
        case load(Int, with: ResourceCredential?)
        /// Tell that a layer is ready, and put it on the map.
        case tellLoaded(Int)
        /// Ask what to do about a layer that failed, so many times by now; nothing else happens meanwhile.
        case ask(about: Int, failures: Int, PortalError)
        /// Tell that every layer is handled.
        case tellOpened
        /// Stop without a further call of the opener, and throw the error to the caller.
        case stop(PortalError)
    }

    private let purpose: Purpose
    private var layers: [Layer] = []
    private var present = -1
    private var failures = 0
    private var credential: ResourceCredential?
    private var bingKey = BingKey.notLookedFor

    private enum BingKey: Sendable, Hashable { case notLookedFor, known, missing }

    init(_ purpose: Purpose) { self.purpose = purpose }

    /// Begins; the map's document may still be under way (row W28).
    func begin() -> Action { .loadMap }

    /// The document is there, with the layers that are to be loaded; what is not supported is not among them.
    mutating func mapDidLoad(_ layers: [Layer], hasBingKey: Bool) -> Action {
        self.layers = layers
        if hasBingKey { bingKey = .known }
        if purpose == .wholeMap(resets: true) { return .reset }
        return goOn()
    }

    /// The document could not be had.
    func mapDidFail(_ error: PortalError) -> Action { .stop(error) }

    /// The map is empty now.
    mutating func didReset() -> Action { goOn() }

    /// What the portal says about a key.
    mutating func portalAnswered(hasBingKey: Bool) -> Action {
        guard hasBingKey else { return .askOpenerForBingKey }
        bingKey = .known
        return load()
    }

    /// The opener's answer about a key; without one, the layer has failed.
    mutating func openerAnswered(hasBingKey: Bool) -> Action {
        bingKey = hasBingKey ? .known : .missing
        return hasBingKey ? load() : didFail(Self.bingKeyMissing)
    }

    /// The layer is there.
    func didLoad() -> Action { .tellLoaded(present) }

    /// Everybody knows that the layer is there.
    mutating func didTell() -> Action { goOn() }

    /// The layer failed.
    mutating func didFail(_ error: PortalError) -> Action {
        failures += 1
        return .ask(about: present, failures: failures, error)
    }

    /// The opener has said what to do about the layer that failed.
    mutating func answered(_ disposition: LayerDisposition) -> Action {
        switch disposition {
        case .skip: return goOn()
        case .retry(let credential):
            self.credential = credential
            // The opener may have a key by now.
            if layers[present].needsBingKey, bingKey == .missing { return .askOpenerForBingKey }
            return load()
        case .cancel: return .stop(PortalError(.cancelled, detail: "opening the map was cancelled"))
        }
    }

    private mutating func goOn() -> Action {
        present += 1
        failures = 0
        credential = nil
        return present < layers.count ? load() : .tellOpened
    }

    private mutating func load() -> Action {
        guard layers[present].needsBingKey else { return .load(present, with: credential) }
        switch bingKey {
        case .known: return .load(present, with: credential)
        case .notLookedFor: return .askPortalForBingKey
        case .missing: return didFail(Self.bingKeyMissing)
        }
    }

    static let bingKeyMissing = PortalError(
        .bingKeyMissing, detail: "the layer is of Bing Maps, and neither the portal nor the app that opens it has a key"
    )
}
