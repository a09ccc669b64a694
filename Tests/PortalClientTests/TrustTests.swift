import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

/// A host with a bad certificate: it refuses clients that have not granted its defects, as a real transport does.
final class BadHost: Sendable {
    let state: Locked<(leaf: String, defects: Set<CertificateDefect>)>
    let transport = Locked<ScriptedTransport?>(nil)

    init(_ defects: Set<CertificateDefect> = [.selfSigned], leaf: String = "aa") { state = Locked((leaf, defects)) }

    func replaceCertificate(by leaf: String) { state.withLock { $0.leaf = leaf } }

    static func summary(_ leaf: String) -> CertificateSummary {
        CertificateSummary(
            subject: "CN=h.test", issuer: "CN=h.test", names: ["other.test"], notBefore: 0, notAfter: 1, sha256: leaf)
    }

    func check(_ sent: ScriptedTransport.Sent) throws(TransportError) -> [CertificateSummary] {
        let (leaf, defects) = state.withLock { $0 }
        let chain = [Self.summary(leaf)]
        guard let origin = Origin(ofURL: sent.url) else { return chain }
        let grants = transport.withLock { $0?.trust.grants ?? [] }
        var remaining = defects
        for grant in grants where grant.host == origin.host && (grant.port ?? origin.port) == origin.port {
            if grant.scope == .host || grant.scope == .certificate(sha256: leaf) {
                remaining.subtract(grant.tolerating)
            }
        }
        guard remaining.isEmpty else {
            throw TransportError(
                .serverTrust, url: origin.description, detail: "not trusted",
                serverTrust: ServerTrustFailure(origin: origin, defects: defects, chain: chain))
        }
        return chain
    }

    func stage() -> Stage {
        let portal = PretendPortal()
        let stage = Stage(script: { [self] sent throws(TransportError) in
            let chain = try check(sent)
            var response = portal.answer(sent)
            response.peerCertificates = chain
            return response
        })
        transport.withLock { $0 = stage.transport }
        return stage
    }
}

struct `Server trust` {
    private func ask(_ stage: Stage, _ url: String = "https://h.test/portal/sharing/rest/portals/self") async
        -> PortalError?
    {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    private func answer(_ stage: Stage, _ disposition: NetworkDisposition) {
        stage.environment.authentication.setHandlers(arcGIS: nil, network: ClosureTrustHandler { _ in disposition })
    }

    @Test func `is refused by default, with what was wrong`() async throws {
        let error = await ask(BadHost().stage())
        #expect(error?.code == .serverCertificateUntrusted && error?.legacyCode == -1202)
        #expect(error?.serverTrust?.defects == [.selfSigned] && error?.serverTrust?.chain.count == 1)
        #expect(error?.protectionSpace?.method == .serverTrust)
        #expect(error?.isAuthenticationError == false)
    }

    @Test func `is granted by a handler, and the next request is silent`() async throws {
        let stage = BadHost().stage()
        answer(stage, .credential(.serverTrust))
        #expect(await ask(stage) == nil)
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["serverTrust,0"])
        #expect(
            stage.environment.trust.grants == [TrustGrant(host: "h.test", port: 443, scope: .certificate(sha256: "aa"))]
        )
    }

    @Test(arguments: [
        (NetworkDisposition.withoutCredential, PortalError.Code.serverCertificateUntrusted), (.cancel, .cancelled),
        (.rejectProtectionSpace, .serverCertificateUntrusted),
    ])
    func `is not granted otherwise`(_ disposition: NetworkDisposition, _ code: PortalError.Code) async throws {
        let stage = BadHost().stage()
        answer(stage, disposition)
        #expect(await ask(stage)?.code == code)
        #expect(stage.environment.trust.grants.isEmpty && stage.transport.sent.count == 1)
    }

    struct Flaw: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let defects: Set<CertificateDefect>
        let code: PortalError.Code
        let legacy: Int
    }
    static let flaws = [
        Flaw(testDescription: "expired", defects: [.expired], code: .serverCertificateExpired, legacy: -1201),
        Flaw(
            testDescription: "not yet valid", defects: [.notYetValid], code: .serverCertificateNotYetValid,
            legacy: -1204),
        Flaw(
            testDescription: "wrong host", defects: [.hostMismatch], code: .serverCertificateHostMismatch, legacy: -1202
        ),
        Flaw(
            testDescription: "self-signed and wrong host", defects: [.selfSigned, .hostMismatch],
            code: .serverCertificateHostMismatch, legacy: -1202),
        Flaw(
            testDescription: "unknown root and expired", defects: [.unknownRoot, .expired],
            code: .serverCertificateExpired, legacy: -1201),
    ]

    @Test(arguments: flaws)
    func `does not cover dates and names unless that is said`(_ flaw: Flaw) async throws {
        let defects = flaw.defects
        let stage = BadHost(defects).stage()
        let asked = Locked<Set<CertificateDefect>>([])
        stage.environment.authentication.setHandlers(
            arcGIS: nil,
            network: ClosureTrustHandler { challenge in
                asked.withLock { $0 = challenge.defects }
                return .credential(.serverTrust)
            })
        let error = await ask(stage)
        #expect(error?.code == flaw.code && error?.legacyCode == flaw.legacy)
        #expect(asked.withLock { $0 } == defects && stage.transport.sent.count == 1)
        answer(stage, .credential(.serverTrust(NetworkTrust(scope: .certificate, tolerating: defects))))
        #expect(await ask(stage) == nil)
    }

    @Test func `of a replaced certificate is asked for again, with the old fingerprint`() async throws {
        let host = BadHost()
        let stage = host.stage()
        let previous = Locked<[String?]>([])
        stage.environment.authentication.setHandlers(
            arcGIS: nil,
            network: ClosureTrustHandler { challenge in
                previous.withLock { $0.append(challenge.previousFingerprint) }
                return .credential(.serverTrust)
            })
        #expect(await ask(stage) == nil)
        host.replaceCertificate(by: "bb")
        #expect(await ask(stage) == nil)
        #expect(previous.withLock { $0 } == [nil, "aa"])
    }

    @Test func `of a host takes a replaced certificate and says so`() async throws {
        let host = BadHost()
        let stage = host.stage()
        await TrustedHosts(of: stage.environment).insert("H.TEST.")
        #expect(await ask(stage) == nil)
        host.replaceCertificate(by: "bb")
        #expect(await ask(stage) == nil)
        let origin = try #require(Origin(ofURL: "https://h.test"))
        #expect(stage.recorded.contains(.certificateChanged(origin, previous: "aa", current: "bb")))
        #expect(TrustedHosts(of: stage.environment).hosts == ["h.test"])
    }

    @Test func `does not spread to another host or port`() async throws {
        let stage = BadHost().stage()
        answer(stage, .credential(.serverTrust))
        #expect(await ask(stage) == nil)
        answer(stage, .withoutCredential)
        #expect(await ask(stage, "https://other.test/portal/sharing/rest")?.code == .serverCertificateUntrusted)
        #expect(await ask(stage, "https://h.test:8443/portal/sharing/rest")?.code == .serverCertificateUntrusted)
    }

    @Test func `that is taken back is asked for again`() async throws {
        let stage = BadHost().stage()
        answer(stage, .credential(.serverTrust))
        #expect(await ask(stage) == nil)
        await stage.environment.trust.revoke(host: "h.test", port: 443)
        #expect(await ask(stage) == nil)
        #expect(stage.challenges.count == 2)
    }

    @Test(arguments: [
        ("[::1]", "::1"), ("::1", "::1"), ("MÜNCHEN.Example.", "xn--mnchen-3ya.example"),
        ("xn--mnchen-3ya.example", "xn--mnchen-3ya.example"),
    ])
    func `is granted and taken back however its host is spelled`(_ spelled: String, _ host: String) async throws {
        let stage = Stage()
        let trust = stage.environment.trust
        await trust.grant(TrustGrant(host: spelled, port: nil, scope: .host))
        #expect(stage.transport.trust.grants.map(\.host) == [host])
        let wasGranted = await trust.revoke(host: spelled)
        #expect(wasGranted && stage.transport.trust.grants.isEmpty)
        let isStillGranted = await trust.revoke(host: spelled)
        #expect(!isStillGranted)
        var decisions = TrustDecisions()
        decisions.grants = [TrustGrant(host: spelled, port: nil, scope: .host)]
        let environment = PortalEnvironment(transport: stage.transport, trust: decisions)
        #expect(environment.trust.grants.map(\.host) == [host])
    }

    @Test func `in a certificate is granted however its fingerprint is spelled`() async throws {
        let host = BadHost(leaf: "aabb")
        let stage = host.stage()
        await stage.environment.trust.grant(
            TrustGrant(host: "h.test", port: nil, scope: .certificate(sha256: "AA:BB")))
        #expect(await ask(stage) == nil)
    }

    @Test func `is asked for once for ten requests`() async throws {
        let stage = BadHost().stage()
        let door = Latch()
        stage.environment.authentication.setHandlers(
            arcGIS: nil,
            network: ClosureTrustHandler { _ in
                await door.wait()
                return .credential(.serverTrust)
            })
        async let outcomes = withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<10 { group.addTask { await ask(stage) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // Each of them was refused.
        await stage.eventually { stage.environment.authentication.waitingForAnswers == 10 }
        door.open()
        #expect(await outcomes.allSatisfy { $0 == nil })
        #expect(stage.challenges.count == 1 && stage.transport.sent.count == 20)
    }

    @Test func `of a token host is asked for before the password goes there`() async throws {
        let host = BadHost()
        let portal = PretendPortal()
        portal.change { $0.info = ["authInfo": ["tokenServicesUrl": "https://h.test:7443/arcgis/tokens/"]] }
        let stage = Stage(script: { sent throws(TransportError) in
            if sent.url.contains(":7443") { _ = try host.check(sent) }
            return portal.answer(sent)
        })
        host.transport.withLock { $0 = stage.transport }
        stage.environment.authentication.setHandlers(
            arcGIS: ClosureHandler { challenge in
                .credential(
                    try await TokenCredential.make(for: challenge, username: "alice", password: Secret(Stage.password)))
            }, network: ClosureTrustHandler { _ in .credential(.serverTrust) })
        #expect(await ask(stage, Traffic.server) == nil)
        #expect(stage.challenges == ["token,0", "serverTrust,0"])
    }

    @Test func `that does not help ends after five attempts`() async throws {
        let origin = try #require(Origin(ofURL: "https://h.test"))
        let stage = Stage(script: { sent throws(TransportError) in
            throw TransportError(
                .serverTrust, url: "https://h.test", detail: "not trusted",
                serverTrust: ServerTrustFailure(origin: origin, defects: [.selfSigned], chain: [BadHost.summary("aa")]))
        })
        answer(stage, .credential(.serverTrust))
        #expect(await ask(stage)?.code == .serverCertificateUntrusted)
        #expect(stage.transport.sent.count <= 6 && stage.challenges.count <= 5)
    }
}
