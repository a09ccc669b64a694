import HTTPSemantics
import Platform
import PortalAuthentication
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

struct `Client certificates` {
    private let alice: ClientIdentity
    private let bob: ClientIdentity
    private let carol: ClientIdentity

    init() throws {
        alice = try Identities.named("alice")
        bob = try Identities.named("bob")
        carol = try Identities.named("carol")
    }

    private func front(_ accepted: ClientIdentity..., change: (inout PretendFront.Host) -> Void = { _ in })
        -> PretendFront
    {
        var host = PretendFront.Host(accepted: accepted, issuers: [alice.issuers[0]])
        change(&host)
        return PretendFront(["h.test": host])
    }

    private func ask(_ stage: Stage, _ url: String = Web.site) async -> PortalError? {
        await failure { () throws(PortalError) in try await stage.ask(url) }
    }

    private func shown(_ stage: Stage) -> [String] { stage.transport.sent.map(\.shown) }
    private let origin = Origin(scheme: "https", host: "h.test")

    @Test func `an identity that was chosen is shown at once`() async throws {
        let stage = front(alice).stage()
        try await stage.environment.networkCredentials.add(
            .certificate(alice), for: try Web.space(.clientCertificate, realm: nil))
        #expect(await ask(stage) == nil)
        #expect(shown(stage) == ["alice"] && stage.challenges.isEmpty)
    }

    @Test func `without anybody to ask the refusal says what is missing`() async throws {
        let stage = front(alice).stage()
        let error = await ask(stage)
        #expect(error?.code == .clientCertificateRequired && error?.legacyCode == -1206)
        #expect(error?.isAuthenticationError == true && error?.clientCertificate?.cause == .missing)
        #expect(error?.protectionSpace?.method == .clientCertificate)
        #expect(error?.protectionSpace?.acceptableIssuers == [alice.issuers[0]])
        #expect(shown(stage) == ["none"])
    }

    @Test func `a request that suppresses challenges shows no certificate`() async throws {
        let stage = front(alice).stage()
        stage.answer(inTurn: [.credential(.certificate(alice))])
        let request = ArcGISRequest(try HTTPURL(Web.site), challenges: .suppress)
        let error = await failure { () throws(PortalError) in try await stage.environment.request(request) }
        #expect(error?.code == .clientCertificateRequired && shown(stage) == ["none"])
    }

    @Test func `a challenge names the identities that fit, and its answer is kept`() async throws {
        let store = ClientIdentityStore()
        for identity in [alice, bob, carol] { try store.add(identity) }
        let stage = front(alice).stage(store)
        let seen = Locked<[NetworkChallenge]>([])
        let chosen = alice
        stage.answer { challenge in
            seen.withLock { $0.append(challenge) }
            return .credential(.certificate(chosen))
        }
        for _ in 0..<5 { #expect(await ask(stage) == nil) }
        let challenge = try #require(seen.withLock { $0.first })
        #expect(challenge.candidates == [alice, bob] && challenge.space.acceptableIssuers == [alice.issuers[0]])
        #expect(challenge.cause?.code == .clientCertificateRequired && challenge.previousFailureCount == 0)
        #expect(shown(stage) == ["undecided", "alice", "alice", "alice", "alice", "alice"])
        #expect(stage.challenges == ["clientCertificate,0"])
        #expect(store.choice(for: try #require(origin)) == alice)
        #expect(
            stage.environment.networkCredentials.credential(for: try Web.space(.clientCertificate, realm: nil))
                == .certificate(alice))
        // The same store in another run.
        let again = front(alice).stage(store)
        again.answer(inTurn: [])
        #expect(await ask(again) == nil)
        #expect(shown(again) == ["alice"])
    }

    @Test func `the wrong one is counted and the right one follows`() async throws {
        let stage = front(bob).stage()
        stage.answer(inTurn: [.credential(.certificate(carol)), .credential(.certificate(bob))])
        #expect(await ask(stage) == nil)
        #expect(shown(stage) == ["undecided", "carol", "bob"])
        #expect(stage.challenges == ["clientCertificate,0", "clientCertificate,1"])
        #expect(stage.transport.retired == [try #require(origin)])
    }

    @Test func `is tried five times and no more`() async throws {
        let stage = front(bob).stage()
        let carol = carol
        stage.answer { _ in .credential(.certificate(carol)) }
        let error = await ask(stage)
        #expect(error?.code == .clientCertificateRejected && error?.legacyCode == -1205)
        #expect(error?.clientCertificate?.cause == .unknownAuthority && error?.clientCertificate?.identity == carol)
        #expect(stage.challenges.last == "clientCertificate,4" && stage.transport.sent.count == 6)
        // What was refused is not offered again unasked.
        stage.answer(inTurn: [.cancel])
        #expect(await ask(stage)?.code == .cancelled)
        #expect(shown(stage).last == "undecided")
    }

    @Test func `a kept identity that is refused counts as a failed answer`() async throws {
        let stage = front(bob).stage()
        try await stage.environment.networkCredentials.add(
            .certificate(alice), for: try Web.space(.clientCertificate, realm: nil))
        stage.answer(inTurn: [.credential(.certificate(bob))])
        #expect(await ask(stage) == nil)
        #expect(shown(stage) == ["alice", "bob"] && stage.challenges == ["clientCertificate,1"])
    }

    struct Page: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let refusal: PretendFront.Refusal
        let missing: Bool
        let cause: ClientCertificateFailure.Cause
    }
    static let pages = [
        Page(testDescription: "nginx, none", refusal: .nginx, missing: true, cause: .missing),
        Page(testDescription: "nginx, bad", refusal: .nginx, missing: false, cause: .unspecified),
        Page(testDescription: "IIS 403.7", refusal: .iis("403.7 - Forbidden"), missing: true, cause: .missing),
        Page(
            testDescription: "IIS 403.16", refusal: .iis("403.16 - Forbidden"), missing: false,
            cause: .unknownAuthority),
        Page(testDescription: "IIS 403.17", refusal: .iis("403.17"), missing: false, cause: .expired),
        Page(testDescription: "IIS 403.13", refusal: .iis("403.13"), missing: false, cause: .revoked),
        Page(testDescription: "Apache, none", refusal: .apache, missing: true, cause: .missing),
        Page(testDescription: "Apache, bad", refusal: .apache, missing: false, cause: .unspecified),
    ]

    @Test(arguments: pages) func `a refusal over HTTP is one too`(_ page: Page) async throws {
        let stage = front(bob) { $0.refusal = page.refusal }.stage()
        if !page.missing {
            try await stage.environment.networkCredentials.add(
                .certificate(carol), for: try Web.space(.clientCertificate, realm: nil))
        }
        let error = await ask(stage)
        #expect(error?.code == (page.missing ? .clientCertificateRequired : .clientCertificateRejected))
        #expect(error?.clientCertificate?.cause == page.cause && error?.httpStatus != nil)
        stage.answer(inTurn: [.credential(.certificate(bob))])
        #expect(await ask(stage) == nil)
        #expect(shown(stage).last == "bob")
    }

    @Test func `a page of 403 is no word about certificates where none was asked for`() async throws {
        let stage = Stage(script: { _ in .text("<title>403 Forbidden</title>", status: 403) })
        stage.answer(inTurn: [.credential(.certificate(alice))])
        #expect(await ask(stage)?.code == .http)
        #expect(stage.challenges.isEmpty)
    }

    @Test func `an optional certificate may be left out`() async throws {
        let stage = front { $0.isRequired = false }.stage()
        stage.answer(inTurn: [.withoutCredential])
        for _ in 0..<2 { #expect(await ask(stage) == nil) }
        #expect(shown(stage) == ["undecided", "none", "none"] && stage.challenges == ["clientCertificate,0"])
    }

    @Test func `going on without a required one is what fails`() async throws {
        let stage = front(alice).stage()
        stage.answer(inTurn: [.withoutCredential, .credential(.certificate(alice))])
        #expect(await ask(stage)?.code == .clientCertificateRequired)
        #expect(shown(stage) == ["undecided", "none"] && stage.challenges == ["clientCertificate,0"])
        // Another request may ask again: nothing is to be had without one.
        #expect(await ask(stage) == nil)
        #expect(shown(stage).last == "alice")
    }

    @Test func `cancelling ends the request`() async throws {
        let stage = front(alice).stage()
        stage.answer(inTurn: [.cancel])
        #expect(await ask(stage)?.code == .cancelled)
        #expect(shown(stage) == ["undecided"])
    }

    @Test func `another host has a question of its own`() async throws {
        let host = PretendFront.Host(accepted: [alice, bob], issuers: [alice.issuers[0]])
        let front = PretendFront(["h.test": host, "b.test": host])
        let portal = PretendPortal()
        let stage = Stage(script: { sent throws(TransportError) in
            try front.answer(sent) {
                sent.url.hasPrefix("https://h.test/portal/sharing/rest/content")
                    ? .redirect(302, "https://b.test/portal/sharing/rest/content/items/abc?f=json")
                    : portal.answer(sent)
            }
        })
        stage.answer(inTurn: [.credential(.certificate(alice)), .credential(.certificate(bob))])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Web.item) == nil)
        #expect(shown(stage) == ["undecided", "alice", "alice", "undecided", "bob"])
        #expect(stage.challenges.count == 2)
    }

    @Test func `another account is asked for as a certificate, never as a token`() async throws {
        let bob = bob
        let stage = front(alice, bob) { $0.closed = [("/content/items/abc", [bob])] }.stage()
        stage.handle { _ in
            Issue.record("a token was asked for"); return .cancel
        }
        stage.answer(inTurn: [.credential(.certificate(alice)), .cancel, .credential(.certificate(bob))])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Web.item)?.code == .cancelled)
        // What was good for the rest of the portal stays so.
        #expect(await ask(stage) == nil)
        #expect(await ask(stage, Web.item) == nil)
        #expect(shown(stage) == ["undecided", "alice", "alice", "alice", "alice", "bob"])
        #expect(stage.challenges == ["clientCertificate,0", "clientCertificate,1", "clientCertificate,1"])
    }

    @Test func `trust comes first and the certificate after it`() async throws {
        let front = front(alice)
        let portal = PretendPortal()
        let isTrusted = Locked(false)
        let stage = Stage(script: { sent throws(TransportError) in
            guard isTrusted.withLock({ $0 }) else {
                let leaf = CertificateSummary(
                    subject: "CN=h.test", issuer: "CN=h.test", names: [], notBefore: 0, notAfter: 1, sha256: "aa")
                throw TransportError(
                    .serverTrust, url: "https://h.test", detail: "not trusted",
                    serverTrust: ServerTrustFailure(
                        origin: Origin(scheme: "https", host: "h.test")!, defects: [.selfSigned], chain: [leaf]))
            }
            return try front.answer(sent) { portal.answer(sent) }
        })
        let alice = alice
        stage.answer { challenge in
            guard challenge.space.method == .serverTrust else { return .credential(.certificate(alice)) }
            isTrusted.withLock { $0 = true }
            return .credential(.serverTrust)
        }
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["serverTrust,0", "clientCertificate,0"])
    }

    @Test func `requests that run together share one question`() async throws {
        let stage = front(alice).stage()
        let isAsked = Latch()
        let alice = alice
        stage.answer { _ in
            await isAsked.wait()
            return .credential(.certificate(alice))
        }
        await withTaskGroup(of: PortalError?.self) { group in
            for _ in 0..<8 { group.addTask { await ask(stage) } }
            await stage.transport.waitForRequests(8)
            isAsked.open()
            for await error in group { #expect(error == nil) }
        }
        #expect(stage.challenges == ["clientCertificate,0"])
        #expect(shown(stage).filter { $0 == "alice" }.count == 8)
    }

    @Test func `importing inside the handler counts nothing`() async throws {
        let store = ClientIdentityStore()
        let stage = front(alice).stage(store)
        let bytes = try Identities.pki().pkcs12("alice", password: "right")
        stage.answer { challenge in
            #expect(challenge.candidates.isEmpty)
            #expect(throws: IdentityImportError(.invalidPassword, "")) {
                try store.importPKCS12(bytes, password: Secret("wrong"), overwrite: false)
            }
            guard let identity = try? store.importPKCS12(bytes, password: Secret("right"), overwrite: false) else {
                return .cancel
            }
            return .credential(.certificate(identity))
        }
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["clientCertificate,0"])
    }

    @Test func `an expired identity is warned of before it is used`() async throws {
        let expired = try Identities.named("alice-expired")
        let stage = front(expired).stage()
        stage.answer(inTurn: [.credential(.certificate(expired))])
        #expect(await ask(stage) == nil)
        #expect(await ask(stage) == nil)
        let warnings = stage.recorded.indices.filter {
            if case .identityExpired(let subject) = stage.recorded[$0] {
                subject == expired.certificate.subject
            } else {
                false
            }
        }
        let answer = stage.recorded.lastIndex { if case .response = $0 { true } else { false } }
        #expect(warnings.count == 1 && warnings.first ?? .max < answer ?? 0)
    }

    @Test func `a removed identity is asked for again and its connections are closed`() async throws {
        let store = ClientIdentityStore()
        try store.add(alice)
        let stage = front(alice).stage(store)
        stage.answer(inTurn: [.credential(.certificate(alice)), .cancel])
        #expect(await ask(stage) == nil)
        try await store.remove(alice)
        #expect(stage.transport.retired == [try #require(origin)])
        #expect(await ask(stage)?.code == .cancelled)
        #expect(shown(stage).last == "undecided" && stage.challenges.count == 2)
    }

    @Test func `signing out forgets choices and keeps identities`() async throws {
        let store = ClientIdentityStore()
        try store.add(alice)
        let stage = front(alice).stage(store)
        stage.answer(inTurn: [.credential(.certificate(alice))])
        #expect(await ask(stage) == nil)
        await stage.environment.authentication.signOut()
        #expect(store.identities == [alice] && store.choices.isEmpty)
        #expect(stage.environment.networkCredentials.credentials.isEmpty)
        #expect(await ask(stage)?.code == .clientCertificateRequired)
    }

    @Test func `nothing is offered without TLS, and no odd credential is kept`() async throws {
        let stage = front(alice).stage()
        stage.answer(inTurn: [])
        stage.environment.core.secureOrigins.noteNoTLS(of: try HTTPURL("http://other.test"))
        _ = await ask(stage, "http://other.test/portal/sharing/rest/portals/self")
        #expect(shown(stage) == ["none"])
        let store = stage.environment.networkCredentials
        await #expect(throws: PortalError(.invalidArgument, detail: "")) {
            try await store.add(.certificate(alice), for: try Web.space(.basic))
        }
        await #expect(throws: PortalError(.invalidArgument, detail: "")) {
            try await store.add(
                .password(username: "a", Secret("b")), for: try Web.space(.clientCertificate, realm: nil))
        }
    }

    @Test func `certificate and password may both be asked for`() async throws {
        let front = front(alice)
        let tier = PretendWebTier(PretendWebTier.digest)
        let portal = PretendPortal()
        let stage = Stage(script: { sent throws(TransportError) in
            try front.answer(sent) { tier.answer(sent) { portal.answer(sent) } }
        })
        stage.answer(inTurn: [.credential(.certificate(alice)), Web.right])
        stage.environment.credentials.add(try stage.alice())
        #expect(await ask(stage) == nil)
        #expect(stage.challenges == ["clientCertificate,0", "digest,0"])
        #expect(Set(shown(stage).dropFirst()) == ["alice"] && stage.transport.sent.last?.token == "tok1")
    }
}
