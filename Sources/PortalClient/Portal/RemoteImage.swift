internal import HTTPSemantics
internal import Platform
public import PortalAuthentication

/// A picture that has to be loaded by itself, such as a thumbnail, a tile or a drawn map.
public final class RemoteImage: Loadable {
    private struct Content {
        var bytes: [UInt8]
        var mediaType: String?
    }
    /// Where it lies.
    public let url: HTTPURL
    private let caller: PortalRequester
    private let parameters: [(String, String)]
    private let content = Locked<Content?>(nil)
    private let loader: Loader

    convenience init?(_ path: String?, in folder: HTTPURL, caller: PortalRequester) {
        guard let path, let url = HTTPURL(parsing: folder.description + "/" + path), folder.isPrefix(of: url) else {
            return nil
        }
        self.init(url, caller: caller)
    }

    /// A picture that a service draws, with what it is to be like.
    init(_ url: HTTPURL, parameters: [(String, String)] = [], caller: PortalRequester) {
        self.url = url
        self.parameters = parameters
        self.caller = caller
        loader = Loader(name: "image", core: caller.environment.core)
    }

    /// The picture's bytes as they came; nil until loaded.
    public var image: [UInt8]? { content.withLock { $0?.bytes } }
    /// What the server calls them, in lower case and without parameters, such as `image/png`; nil until loaded, and where it does not say.
    public var mediaType: String? { content.withLock { $0?.mediaType } }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    /// Fetches the picture once; throws what the portal answers, also where a page or an error came in the picture's place.
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    /// Loads the picture unless it is loaded, and gives its bytes.
    public func data() async throws(PortalError) -> [UInt8] {
        try await load()
        return image ?? []
    }

    private func load(retrying: Bool) async throws(PortalError) {
        try await loader.load(retrying: retrying) { [self] () throws(PortalError) in
            let answer = try await caller.request(url, parameters: parameters, expecting: .bytes)
            let named = answer.headers.first(named: "Content-Type")?.prefix { $0 != ";" }
            let type = named.map { String($0.trimming { $0 == " " || $0 == "\t" }).lowercased() } ?? ""
            content.withLock { $0 = Content(bytes: answer.body, mediaType: type.isEmpty ? nil : type) }
        }
    }
}
