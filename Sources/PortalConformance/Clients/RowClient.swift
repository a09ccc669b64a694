internal import HTTPSemantics
internal import JSONValues
internal import PortalAuthentication
internal import PortalClient
internal import PortalTransport
internal import TLSIdentity

/// One client on its way through one row: stores, connections and a recording of its own.
final class RowClient: Sendable {
    let portal: PortalURL
    let recorder: RecordingTransport
    let environment: PortalEnvironment
    let challengeHandler: ConformanceChallengeHandler
    private let wire: CurlTransport

    init(
        _ portal: PortalURL, _ plan: ConformancePlan, trusting authorities: [String],
        answers: ConformanceChallengeHandler.Answers, time: any PortalTimeSource
    ) throws(TransportError) {
        self.portal = portal
        var trust = TrustDecisions()
        trust.authorities = authorities.map { PEMCertificates($0) }
        wire = try CurlTransport(
            trust: trust, limits: plan.options.limits, userAgent: "mockportal-conformance",
            proxies: plan.options.proxies)
        recorder = RecordingTransport(plan.options.wire(wire), keepingIn: plan.room)
        var policy = ClientPolicy()
        policy.referer = plan.profile.referer
        // A token in a form would make a POST of a question.
        policy.carriers = [.esriHeader]
        // A portal that is down is told so once, not after a while of patience.
        policy.retry.maxTries = 1
        policy.negotiate = plan.options.negotiate
        environment = PortalEnvironment(
            policy: policy, transport: plan.options.client(recorder), time: time, trust: trust)
        challengeHandler = ConformanceChallengeHandler(answers)
        environment.authentication.setHandlers(arcGIS: challengeHandler, network: challengeHandler)
    }

    /// Ends every connection.
    func end() { wire.shutdown() }

    /// What the client sent and got, without what the run asked by itself.
    var own: [WireExchange] { recorder.exchanges.filter { !$0.isProbe } }

    /// Loads the portal; nil is success.
    func load(_ connection: Portal.Connection) async -> (portal: Portal, error: PortalError?) {
        let portal = Portal(url: portal, connection: connection, in: environment)
        do throws(PortalError) {
            try await portal.load()
            return (portal, nil)
        } catch {
            return (portal, error)
        }
    }

    /// Puts a member's credential into the store; nothing is sent.
    func signIn(_ account: ConformanceProfile.Account, lifetime: Duration? = nil) {
        environment.credentials.add(
            TokenCredential(
                for: portal.rest, username: account.username, password: account.password, lifetime: lifetime,
                in: environment))
    }

    /// Asks for a resource with whatever the store holds; gives the error, if any.
    func ask(_ url: HTTPURL, as identity: ArcGISRequest.Identity = .stored) async -> PortalError? {
        do throws(PortalError) {
            _ = try await environment.request(ArcGISRequest(url, as: identity))
            return nil
        } catch {
            return error
        }
    }

    /// Asks for a resource as the run itself, through the same client; gives the last exchange about it.
    func look(_ url: HTTPURL, as identity: ArcGISRequest.Identity = .anonymous) async -> WireExchange? {
        await lookAndTell(url, as: identity).exchange
    }

    /// The same with what the client makes of it; nil for success.
    func lookAndTell(
        _ url: HTTPURL, as identity: ArcGISRequest.Identity = .anonymous
    ) async -> (exchange: WireExchange?, error: PortalError?) {
        await recorder.probing {
            let before = recorder.exchanges.count
            let error = await ask(url, as: identity)
            return (recorder.exchanges.dropFirst(before).last, error)
        }
    }

    /// The resources of the portal.
    func resource(_ parts: String...) -> HTTPURL {
        parts.reduce(portal.rest) { $0.appending($1) }
    }
}
