import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Under strange circumstances` {
    /// A transport that takes its time to take a decision about trust.
    private final class SlowToTrust: HTTPTransport {
        let door = Latch()
        let isAsked = Latch()
        let log = Locked<[String]>([])

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            log.withLock { $0.append("send") }
            return .json(["ok": true])
        }
        func retireConnections(to origin: Origin?) async {}
        func setTrust(_ trust: TrustDecisions) async {
            isAsked.open()
            await door.wait()
            log.withLock { $0.append("trust") }
        }
    }

    @Test func `an environment goes with its last reference, credentials in its store or not`() throws {
        weak var gone: PortalEnvironment?
        do {
            let environment = PortalEnvironment(transport: SlowToTrust())
            gone = environment
            let url = try HTTPURL("https://h.test/portal")
            environment.credentials.add(
                TokenCredential(for: url, username: "alice", password: Secret("secret"), in: environment))
            #expect(environment.credentials.credential(for: url) != nil)
        }
        #expect(gone == nil)
    }

    @Test func `no request goes out before the first trust is there`() async throws {
        let transport = SlowToTrust()
        var trust = TrustDecisions()
        trust.includesSystemAuthorities = false
        let environment = PortalEnvironment(transport: transport, trust: trust)
        let request = ArcGISRequest(try HTTPURL("https://h.test/portal/sharing/rest/search"))
        let one = Task { try await environment.request(request) }
        await transport.isAsked.wait()
        let other = Task { try await environment.request(request) }
        for _ in 0..<200 { await Task.yield() }
        #expect(transport.log.withLock { $0 } == [])
        transport.door.open()
        _ = try await (one.value, other.value)
        #expect(transport.log.withLock { $0 } == ["trust", "send", "send"])
    }

    @Test func `an environment trusts what it says, not what its transport trusted before`() async throws {
        let transport = ScriptedTransport { _ in .json(["ok": true]) }
        var others = TrustDecisions()
        others.authorities = [PEMCertificates("another app's")]
        await transport.setTrust(others)
        let environment = PortalEnvironment(transport: transport)
        _ = try await environment.request(ArcGISRequest(try HTTPURL("https://h.test/portal/sharing/rest/search")))
        #expect(transport.trust == TrustDecisions())
    }

    @Test func `who listens to an object hears its end`() async throws {
        let stage = Stage()
        var portal: Portal? = Portal(url: try PortalURL(Traffic.portal), in: stage.environment)
        let updates = try #require(portal?.loadStatusUpdates)
        try await portal?.load()
        portal = nil
        var heard: [LoadStatus] = []
        for await status in updates { heard.append(status) }
        #expect(heard == [.notLoaded, .loading, .loaded])
    }

    @Test(arguments: [300, 302, 304]) func `a redirect to nowhere is no picture`(_ status: Int) async throws {
        let stage = Stage()
        stage.portal.can("/me.png", HTTPResponse(status: status))
        let url = try HTTPURL("https://h.test/portal/sharing/rest/me.png")
        let error = await failure { () throws(PortalError) in
            try await stage.environment.request(ArcGISRequest(url, expecting: .bytes))
        }
        #expect(error?.code == .http && error?.httpStatus == status)
    }

    @Test func `a picture asks no handler where its portal asks none`() async throws {
        let stage = Stage()
        stage.handle { _ in .cancel }
        stage.portal.can("/portals/self", .json(["id": "ORG1", "thumbnail": "me.png"]))
        stage.portal.can("/me.png", .tokenRequired)
        let portal = Portal(url: try PortalURL(Traffic.portal), challenges: .suppress, in: stage.environment)
        try await portal.load()
        let picture = try #require(portal.info?.thumbnail)
        #expect(await failure { () throws(PortalError) in try await picture.load() }?.code == .tokenRequired)
        #expect(stage.challenges.isEmpty)
    }

    @Test func `a lifetime without end is asked for`() async throws {
        let stage = Stage()
        stage.environment.credentials.add(
            try stage.alice(Traffic.server, tokenURL: Traffic.token, lifetime: .seconds(Int64.max)))
        _ = try await stage.ask(Traffic.server)
        #expect(stage.transport.sent[0].form["expiration"].flatMap { Int64($0) } ?? 0 > 1_000_000_000)
    }

    @Test func `joining a younger challenge forgives no failure`() {
        var flow = RequestFlow(carriers: [], maxAttempts: 5)
        for _ in 0..<4 { _ = flow.next(afterAcquisitionFailedWith: PortalError(.invalidCredentials, detail: "")) }
        flow.answered(failures: 0)
        #expect(flow.next(afterAcquisitionFailedWith: PortalError(.invalidCredentials, detail: "")) == .fail)
    }
}
