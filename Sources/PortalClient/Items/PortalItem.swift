public import HTTPSemantics
public import JSONValues
internal import Platform
public import PortalAuthentication

/// An item of a portal: a map, a layer, a file.
public final class PortalItem: Loadable, Identifiable {
    /// The id, as given; what is none is refused by ``load()`` and ``data()`` before anything is sent.
    public let id: ID
    /// The portal that holds it.
    public let portal: Portal
    /// What its requests are signed with where the store holds nothing for them. Default: the portal's key, if it has one.
    public let apiKey: Secret<String>?
    private let details = Locked<(json: JSONValue?, thumbnail: RemoteImage?)>((nil, nil))
    private let loader: Loader

    /// Names an item; nothing is sent before ``load()``.
    public init(portal: Portal, id: ID, apiKey: Secret<String>? = nil) {
        self.apiKey = apiKey ?? portal.apiKey
        self.portal = portal
        self.id = id
        loader = Loader(name: "item", core: portal.environment.core)
    }

    /// Names an item by a text; where that is no ``ID``, ``load()`` throws `invalidArgument` and sends nothing.
    public convenience init(portal: Portal, id: String, apiKey: Secret<String>? = nil) {
        self.init(portal: portal, id: ID(unchecked: id), apiKey: apiKey)
    }

    /// An item as a search found it; its properties are there at once.
    init?(_ json: JSONValue, portal: Portal) {
        guard let id = json.text("id") else { return nil }
        apiKey = portal.apiKey
        self.portal = portal
        self.id = ID(unchecked: id)
        loader = Loader(name: "item", core: portal.environment.core)
        adopt(json)
    }

    var caller: PortalRequester {
        PortalRequester(environment: portal.environment, challenges: portal.challenges, apiKey: apiKey)
    }

    var url: HTTPURL { portal.url.rest.appending("content", "items", id.rawValue) }

    /// Everything that came; nil until loaded.
    public var rawJSON: JSONValue? { details.withLock { $0.json } }
    /// The title.
    public var title: String? { rawJSON?.text("title") }
    /// The type, such as `Web Map`.
    public var type: String? { rawJSON?.text("type") }
    /// Who owns it.
    public var owner: String? { rawJSON?.text("owner") }
    /// A line about it.
    public var snippet: String? { rawJSON?.text("snippet") }
    /// `private`, `shared`, `org` or `public`.
    public var access: String? { rawJSON?.text("access") }
    /// The service or application that it stands for.
    public var serviceURL: String? { rawJSON?.text("url") }
    /// When it was made.
    public var created: Timestamp? { rawJSON?.moment("created") }
    /// When it was changed last.
    public var modified: Timestamp? { rawJSON?.moment("modified") }
    /// Its picture, the same object each time; nil where there is none or the item is not loaded.
    public var thumbnail: RemoteImage? { details.withLock { $0.thumbnail } }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    /// Loads a portal that is to be signed in to, then the item; what keeps the portal from loading is the item's error.
    ///
    /// Where something that belongs to the item resumes, a loading that was abandoned with its last waiter is begun again.
    func load(retrying: Bool, resuming: Bool = false) async throws(PortalError) {
        try await loader.load(retrying: retrying, resuming: resuming) { [self] () throws(PortalError) in
            try id.requireWellFormed()
            try await portal.loadFirst(retrying: retrying)
            return try await caller.request(url).json
        } adopt: { [self] json in
            adopt(json)
        }
    }

    private func adopt(_ json: JSONValue) {
        let thumbnail = RemoteImage(json.text("thumbnail"), in: url.appending("info"), caller: caller)
        details.withLock { $0 = (json, thumbnail) }
    }

    /// The item's data as bytes; empty where it has none.
    public func data() async throws(PortalError) -> [UInt8] {
        try id.requireWellFormed()
        try await portal.loadFirst()
        return try await caller.request(url.appending("data"), parameters: [("f", "json")], expecting: .bytes).body
    }
}
