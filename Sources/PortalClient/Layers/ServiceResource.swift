internal import HTTPSemantics
public import JSONValues
internal import Platform
public import PortalAuthentication

/// One resource of a GIS server, such as a service or one of its layers: where it is, who asks, and what it says of itself.
///
/// With a credential of its own it keeps a store of its own and asks no handler: failures are answered by
/// ``resubmit(url:credential:)``. Without one it is asked for as its environment says.
public final class ServiceResource: Loadable, CustomStringConvertible {
    private struct State {
        var url: HTTPURL
        var credential: ResourceCredential?
        /// nil until the credential is prepared.
        var caller: PortalRequester?
        var metadata: JSONValue?
    }
    private let state: Locked<State>
    private let base: PortalRequester
    private let loader: Loader
    private let preparations = SingleFlight<ResourceCredential, PortalRequester>()

    /// Names a resource; nothing is sent before ``load()``.
    public convenience init(
        url: HTTPURL, credential: ResourceCredential? = nil, challenges: ChallengePolicy = .ask,
        in environment: PortalEnvironment
    ) {
        self.init(
            url: url, credential: credential,
            caller: PortalRequester(environment: environment, challenges: challenges, apiKey: nil))
    }

    /// A resource that is asked for as everything else of a caller.
    init(url: HTTPURL, credential: ResourceCredential? = nil, caller: PortalRequester) {
        base = caller
        state = Locked(State(url: url, credential: credential))
        loader = Loader(name: "service", core: caller.environment.core)
    }

    /// Where it is; once loaded, where it answered.
    public var url: HTTPURL { state.withLock { $0.url } }
    /// The credential of its own, if it has one.
    public var credential: ResourceCredential? { state.withLock { $0.credential } }
    /// What it says of itself, unknown members included; nil until loaded.
    public var metadata: JSONValue? { state.withLock { $0.metadata } }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    /// Tries again with the same address and credential, such as after its host was trusted; ignored when loaded.
    public func resubmit() async throws(PortalError) { try await load(retrying: true) }

    /// Tries again with another address or credential; an attempt under way is joined, and nothing changes when it is loaded.
    public func resubmit(url: HTTPURL, credential: ResourceCredential?) async throws(PortalError) {
        if loadStatus == .failed || loadStatus == .notLoaded {
            state.withLock { state in
                state.url = url
                state.credential = credential
                state.caller = nil
            }
        }
        try await load(retrying: true)
    }

    private func load(retrying: Bool) async throws(PortalError) {
        try await loader.load(retrying: retrying) { [self] () throws(PortalError) in
            let answer = try await request()
            guard answer.json.object != nil else {
                throw PortalError(
                    .unexpectedContent, url: answer.url, detail: "the answer is JSON, but describes no service")
            }
            state.withLock { $0.metadata = answer.json }
        }
    }

    public var description: String { url.withoutQuery }
}

extension ServiceResource {
    /// The answer of the resource or of something below it.
    func request(
        _ parts: [String] = [], parameters: [(String, String)] = [],
        expecting expectation: ArcGISRequest.Expectation = .json
    ) async throws(PortalError) -> ArcGISAnswer {
        let caller = try await prepared()
        let url = url
        let answer = try await caller.request(url.below(parts), parameters: parameters, expecting: expectation)
        if !url.origin.isSecure, answer.url.origin.isSecure {
            let secured = base.environment.core.secureOrigins.secured(url)
            state.withLock { if $0.url == url { $0.url = secured } }
        }
        return answer
    }

    /// A picture below the resource.
    func image(_ parts: [String], parameters: [(String, String)] = []) async throws(PortalError) -> RemoteImage {
        RemoteImage(url.below(parts), parameters: parameters, caller: try await prepared())
    }

    /// A resource below, asked for in the same way.
    func child(_ part: String) -> ServiceResource {
        let (url, credential, caller) = state.withLock { ($0.url, $0.credential, $0.caller) }
        let child = ServiceResource(
            url: url.below([part]), credential: credential, caller: base)
        child.state.withLock { $0.caller = caller }
        return child
    }

    /// How it is asked for, once its credential is where requests find it.
    func prepared() async throws(PortalError) -> PortalRequester {
        let (url, credential, known) = state.withLock { ($0.url, $0.credential, $0.caller) }
        if let known { return known }
        guard let credential else { return base }
        return try await preparations.run(credential) { [self] () throws(PortalError) -> PortalRequester in
            // One that came after all others had gone on.
            if let known = state.withLock({ $0.credential == credential ? $0.caller : nil }) { return known }
            let environment = base.environment.isolated()
            try await credential.sign(url, in: environment)
            let caller = PortalRequester(environment: environment, challenges: .suppress, apiKey: nil)
            return state.withLock { state in
                // The first task decides, unless another credential was given meanwhile.
                if state.caller == nil, state.credential == credential { state.caller = caller }
                return state.caller ?? caller
            }
        }
    }
}

extension HTTPURL {
    /// What lies below; the resource itself, query included, for no segments.
    func below(_ parts: [String]) -> HTTPURL { parts.reduce(self) { $0.appending($1) } }
}
