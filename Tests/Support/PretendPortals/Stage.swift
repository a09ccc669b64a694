internal import HTTPSemantics
package import Platform
package import PortalAuthentication
internal import PortalTransport

/// A portal, a wire, a clock and a client in one environment.
package struct Stage {
    package let portal: PretendPortal
    package let transport: ScriptedTransport
    package let time: SteeredTimeSource
    package let environment: PortalEnvironment
    package let events = Locked<[ClientEvent]>([])

    package static let password = "p+&=%20é\""
    package static let referer = "https://client.test/app"

    package init(
        policy change: (inout ClientPolicy) -> Void = { _ in },
        identities: ClientIdentityStore = ClientIdentityStore(), waits: SteeredTimeSource.Waits = .pass,
        portal: PretendPortal = PretendPortal(), wrap: (@Sendable (ScriptedTransport.Sent) async -> Void)? = nil,
        script: ScriptedTransport.Script? = nil
    ) {
        let transport = ScriptedTransport(
            script ?? { sent in
                await wrap?(sent)
                return portal.answer(sent)
            })
        var policy = ClientPolicy()
        policy.referer = Self.referer
        change(&policy)
        let time = SteeredTimeSource(
            following: StandingTimeSource(at: Timestamp(milliseconds: 1_700_000_000_000)), waits: waits)
        let events = events
        self.portal = portal
        self.transport = transport
        self.time = time
        environment = PortalEnvironment(
            policy: policy, transport: transport, time: time, random: FixedRandomSource(0.5), identities: identities,
            onEvent: { event in events.withLock { $0.append(event) } })
    }

    package var recorded: [ClientEvent] { events.withLock { $0 } }

    /// The load statuses so far.
    package var statuses: [LoadStatus] {
        recorded.compactMap { event -> LoadStatus? in
            if case .loadStatus(_, let status, _) = event { status } else { nil }
        }
    }

    /// The challenges so far: kind and failures.
    package var challenges: [String] {
        recorded.compactMap { event -> String? in
            if case .challenge(_, let kind, _, let failures) = event { "\(kind),\(failures)" } else { nil }
        }
    }

    /// Returns once something is so, or when the test's time is up.
    package func eventually(_ isSo: () -> Bool) async {
        while !isSo(), !Task.isCancelled { await Task.yield() }
    }

    /// Returns once so many requests wait for a token.
    package func waitForTokenWaiters(_ count: Int) async {
        await eventually { environment.authentication.waitingForTokens >= count }
    }

    package func handle(_ body: @escaping @Sendable (ArcGISChallenge) async throws -> ArcGISDisposition) {
        environment.authentication.setHandlers(arcGIS: ClosureHandler(body: body), network: nil)
    }

    /// Answers challenges of the network layer.
    package func answer(_ body: @escaping @Sendable (NetworkChallenge) async -> NetworkDisposition) {
        environment.authentication.setHandlers(arcGIS: nil, network: ClosureTrustHandler(body: body))
    }

    /// Answers challenges of the network layer one after the other, then with nothing.
    package func answer(inTurn dispositions: [NetworkDisposition]) {
        let left = Locked(dispositions)
        answer { _ in left.withLock { $0.isEmpty ? .withoutCredential : $0.removeFirst() } }
    }

    package func alice(_ url: String = "https://h.test/portal", tokenURL: String? = nil, lifetime: Duration? = nil)
        throws
        -> TokenCredential
    {
        TokenCredential(
            for: try HTTPURL(url), username: "alice", password: Secret(Self.password),
            tokenURL: try tokenURL.map { try HTTPURL($0) }, lifetime: lifetime, in: environment)
    }

    package func ask(_ url: String, method: ArcGISRequest.Method = .get, _ parameters: [(String, String)] = [])
        async throws(PortalError) -> ArcGISAnswer
    {
        try await environment.request(ArcGISRequest(try HTTPURL(url), method: method, parameters: parameters))
    }
}

package struct ClosureHandler: ArcGISChallengeHandler {
    package let body: @Sendable (ArcGISChallenge) async throws -> ArcGISDisposition

    package init(body: @escaping @Sendable (ArcGISChallenge) async throws -> ArcGISDisposition) { self.body = body }
    package func handle(_ challenge: ArcGISChallenge) async throws -> ArcGISDisposition { try await body(challenge) }
}

package struct ClosureTrustHandler: NetworkChallengeHandler {
    package let body: @Sendable (NetworkChallenge) async -> NetworkDisposition

    package init(body: @escaping @Sendable (NetworkChallenge) async -> NetworkDisposition) { self.body = body }
    package func handle(_ challenge: NetworkChallenge) async -> NetworkDisposition { await body(challenge) }
}

package enum Traffic {
    package static let server = "https://h.test/server/rest/services/Traffic/MapServer"
    package static let portal = "https://h.test/portal"
    package static let token = "https://h.test/portal/sharing/rest/generateToken"
    package static let info = "https://h.test/server/rest/info"
    /// The item that the portal shows to signed-in users only.
    package static let privateItem = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
}

package func failure(_ body: () async throws(PortalError) -> some Any) async -> PortalError? {
    do throws(PortalError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
