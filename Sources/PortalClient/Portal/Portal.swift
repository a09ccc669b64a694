public import HTTPSemantics
internal import JSONValues
internal import Platform
public import PortalAuthentication

/// A portal as one caller sees it: its information and, where a user is signed in, that user.
public final class Portal: Loadable {
    /// Whether a portal is loaded with or without an identity.
    public enum Connection: Sendable, Hashable {
        /// Without; the handler is asked only where the portal refuses that.
        case anonymous
        /// With a credential; where the store holds none, the handler is asked before any request.
        ///
        /// Its items, their maps and its searches load it first, so that they meet the sign-in too.
        case authenticated
    }
    private struct Contents: Sendable {
        var info: PortalInfo?
        var user: PortalUser?
    }

    /// The portal's address in its canonical spelling.
    public let url: PortalURL
    /// Whether it is loaded with an identity.
    public let connection: Connection
    /// Whether the challenge handlers may be asked.
    public let challenges: ChallengePolicy
    /// What its requests, and those of its items, are signed with where the store holds nothing for them; it comes before the
    /// environment's key.
    public let apiKey: Secret<String>?
    /// What its requests are sent with.
    public let environment: PortalEnvironment
    private let contents = Locked(Contents())
    private let loader: Loader

    /// Names a portal; nothing is sent before ``load()``.
    public init(
        url: PortalURL, connection: Connection = .anonymous, challenges: ChallengePolicy = .ask,
        apiKey: Secret<String>? = nil, in environment: PortalEnvironment
    ) {
        self.apiKey = apiKey
        self.url = url
        self.connection = connection
        self.challenges = challenges
        self.environment = environment
        loader = Loader(name: "portal", core: environment.core)
    }

    /// ArcGIS Online at `https://www.arcgis.com`.
    public static func arcGISOnline(
        connection: Connection = .anonymous, in environment: PortalEnvironment
    ) throws(PortalError) -> Portal {
        Portal(url: try PortalURL("https://www.arcgis.com"), connection: connection, in: environment)
    }

    /// What the portal says of itself; nil until it is loaded.
    public var info: PortalInfo? { contents.withLock { $0.info } }

    /// Who is signed in; nil until it is loaded, and for an anonymous portal.
    public var user: PortalUser? { contents.withLock { $0.user } }

    public var loadStatus: LoadStatus { loader.status }
    public var loadError: PortalError? { loader.error }
    public var loadStatusUpdates: AsyncStream<LoadStatus> { loader.updates }
    public func load() async throws(PortalError) { try await load(retrying: false) }
    public func retryLoad() async throws(PortalError) { try await load(retrying: true) }
    public func cancelLoad() { loader.cancel() }

    private func load(retrying: Bool, resuming: Bool = false) async throws(PortalError) {
        try await loader.load(retrying: retrying, resuming: resuming) { [self] () throws(PortalError) in
            try await fetch()
        } adopt: { [self] loaded in
            contents.withLock { $0 = loaded }
        }
    }

    /// Loads it for something that belongs to it, which fails with what this throws
    /// (developers.arcgis.com/swift/programming-patterns/loading-resources-asynchronously › cascading load dependencies).
    ///
    /// An anonymous portal has nothing to say that its contents need, so that it is loaded only where its description is wanted.
    /// A loading that was abandoned with its last waiter is begun again. What a challenge handler asks for itself does not wait
    /// for the loading that waits for the handler.
    func loadFirst(retrying: Bool = false, wantingInfo: Bool = false) async throws(PortalError) {
        guard wantingInfo || connection == .authenticated else { return }
        if ChallengeScope.isInside, loadStatus == .loading { return }
        try await load(retrying: retrying, resuming: true)
    }

    private func fetch() async throws(PortalError) -> Contents {
        let answer: ArcGISAnswer
        do throws(PortalError) {
            if connection == .authenticated { try await ensureCredential() }
            answer = try await environment.request(selfRequest)
        } catch {
            throw PortalPresence.named(error, at: url)
        }
        try PortalPresence.require(answer, at: url)
        let info = PortalInfo(answer.json, portal: url, caller: caller)
        if info.allSSL { environment.core.secureOrigins.pin(url.root.origin.host) }
        let user = answer.json["user"].flatMap { PortalUser($0, portal: url, caller: caller) }
        return Contents(info: info, user: user)
    }

    /// How what belongs to it is asked for.
    var caller: PortalRequester { PortalRequester(environment: environment, challenges: challenges, apiKey: apiKey) }

    private var selfRequest: ArcGISRequest {
        ArcGISRequest(
            url.rest.appending("portals", "self"), as: connection == .anonymous ? .anonymous : .stored,
            challenges: challenges, apiKey: apiKey)
    }

    /// Asks for a credential before anything is sent, where the store holds none and no key stands for one.
    private func ensureCredential() async throws(PortalError) {
        if environment.isSignedInByKey(for: selfRequest) { return }
        let resource = selfRequest.url
        if environment.credentials.credential(for: resource) != nil { return }
        let secured = environment.core.secureOrigins.secured(resource)
        if environment.credentials.credential(for: secured) != nil { return }
        let cause = PortalError(
            .authenticationRequired, url: url.root, detail: "the portal is to be loaded signed in and no user is"
        )
        .asked(by: ProtectionSpace(origin: url.root.origin, method: .token))
        guard challenges == .ask else { throw cause }
        _ = try await environment.authentication.credential(
            for: url.root, kind: .oAuthOrToken, cause: cause, failures: 0, refused: nil)
    }
}
