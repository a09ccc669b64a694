import HTTPSemantics
import Platform
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

@testable import PortalAuthentication

/// Rule R24, catalogue L06, L08, L16 and L17.
struct `Signing out` {
    private let stage = Stage()
    private var authentication: AuthenticationManager { stage.environment.authentication }

    private func papers(_ count: Int) throws -> [PaperCredential] {
        let papers = try (0..<count).map { try PaperCredential("https://h\($0).test/portal", token: "t\($0)") }
        for paper in papers { stage.environment.credentials.add(paper) }
        return papers
    }

    private var warnings: [Int] {
        stage.recorded.compactMap { if case .clearedWithoutRevoking(let count) = $0 { count } else { nil } }
    }

    @Test func `revokes, ends sessions and clears both stores`() async throws {
        let papers = try papers(3)
        let session = try PaperSession("https://front.test/portal")
        stage.environment.credentials.add(session)
        try await stage.environment.networkCredentials.add(
            .password(username: "a", Secret("p")), for: try Web.space(.basic))
        await stage.environment.trust.grant(TrustGrant(host: "h.test", port: nil, scope: .host))
        #expect(await authentication.signOut())
        #expect(papers.allSatisfy { $0.revocationCount == 1 } && session.endCount == 1)
        #expect(stage.environment.credentials.credentials.isEmpty)
        #expect(stage.environment.networkCredentials.credentials.isEmpty && stage.environment.trust.grants.isEmpty)
        #expect(stage.transport.retirements > 0 && warnings.isEmpty && stage.recorded.last == .signedOut)
    }

    @Test func `revokes with what the network needs, and drops that afterwards`() async throws {
        let paper = try papers(1)[0]
        let door = Latch()
        paper.latch.withLock { $0 = door }
        await stage.environment.trust.grant(TrustGrant(host: "h0.test", port: nil, scope: .host))
        let leaving = Task { await authentication.signOut() }
        await stage.eventually { stage.environment.credentials.credentials.isEmpty }
        #expect(stage.environment.trust.grants.count == 1)
        door.open()
        #expect(await leaving.value && stage.environment.trust.grants.isEmpty)
    }

    @Test func `ends a session at a proxy once everything behind it is revoked`() async throws {
        let kept = MemoryPersistence()
        try await authentication.setupPersistentCredentialStorage(kept, kinds: [PaperCredential.self])
        let paper = try papers(1)[0]
        let session = try PaperSession("https://front.test/portal")
        stage.environment.credentials.add(session)
        let door = Latch()
        paper.latch.withLock { $0 = door }
        let leaving = Task { await authentication.signOut() }
        await stage.eventually { paper.isBeingRevoked }
        #expect(session.endCount == 0 && stage.environment.credentials.credentials.map { $0 === session } == [true])
        door.open()
        #expect(await leaving.value && session.endCount == 1)
        #expect(stage.environment.credentials.credentials.isEmpty && kept.entries() == nil)
    }

    @Test func `revokes all at once`() async throws {
        let papers = try papers(8)
        let (door, waiting) = (Latch(), Locked(0))
        for paper in papers { paper.latch.withLock { $0 = door } }
        let leaving = Task { await authentication.revokeOAuthTokens() }
        let watcher = Task {
            await stage.eventually { papers.allSatisfy { $0.isBeingRevoked } }
            waiting.withLock { $0 = papers.count { $0.isBeingRevoked } }
            door.open()
        }
        await watcher.value
        #expect(await leaving.value && waiting.withLock { $0 } == 8)
    }

    @Test(arguments: [true, false]) func `clears what could not be revoked, and says so`(isSession: Bool) async throws {
        let papers = try papers(3)
        let session = try PaperSession("https://front.test/portal")
        stage.environment.credentials.add(session)
        let refusal = PortalError(.cannotConnect, detail: "the server is away")
        if isSession { session.refusal.withLock { $0 = refusal } } else { papers[1].refusal.withLock { $0 = refusal } }
        #expect(await authentication.signOut() == false)
        #expect(papers.allSatisfy { $0.revocationCount == 1 } && stage.environment.credentials.credentials.isEmpty)
        #expect(warnings == (isSession ? [] : [1]))
    }

    @Test func `without OAuth has nothing to revoke`() async throws {
        #expect(await authentication.revokeOAuthTokens())
        #expect(await authentication.invalidateIAPCredentials())
        stage.environment.credentials.add(try stage.alice(tokenURL: Traffic.token))
        #expect(await authentication.revokeOAuthTokens() && stage.transport.sent.isEmpty)
        #expect(stage.environment.credentials.credentials.count == 1)
        #expect(await authentication.signOut() && warnings.isEmpty)
    }

    @Test func `clearing alone revokes nothing, and says so`() async throws {
        let papers = try papers(2)
        #expect(await authentication.revokeOAuthTokens() && stage.environment.credentials.credentials.count == 2)
        let live = try PaperCredential("https://live.test/portal", token: "t")
        stage.environment.credentials.add(live)
        await authentication.clearCredentialStores()
        #expect(warnings == [1] && live.revocationCount == 0 && papers.allSatisfy { $0.revocationCount == 1 })
        #expect(stage.environment.credentials.credentials.isEmpty && stage.transport.retirements > 0)
        #expect(stage.recorded.suffix(2) == [.clearedWithoutRevoking(count: 1), .signedOut])
    }

    @Test func `fails where the disk keeps what it has`() async throws {
        let kept = MemoryPersistence()
        try await authentication.setupPersistentCredentialStorage(kept, kinds: [PaperCredential.self])
        _ = try papers(1)
        try await authentication.saveCredentials()
        kept.fail("arcgis-credentials", .storeNotAccessible)
        #expect(await authentication.signOut() == false)
        #expect(stage.recorded.contains(.storeNotSaved(name: "arcgis-credentials", .storeNotAccessible)))
        kept.fail("arcgis-credentials", nil)
        #expect(await authentication.signOut())
        #expect(kept.state.withLock { $0.kept.isEmpty })
    }

    @Test func `loses nothing that is stored at the same time`() async throws {
        for round in 0..<200 {
            let stage = Stage()
            let paper = try PaperCredential("https://h.test/portal", token: "t\(round)")
            async let leaving = stage.environment.authentication.signOut()
            stage.environment.credentials.add(paper)
            #expect(await leaving)
            let isKept = stage.environment.credentials.credentials.contains { $0 === paper }
            #expect(isKept != (paper.revocationCount == 1), "round \(round)")
        }
    }

    @Test func `is told of everything that was there when it was cleared`() throws {
        let papers = try papers(2)
        let session = try PaperSession("https://front.test/portal")
        stage.environment.credentials.add(session)
        let held = stage.environment.credentials.removeAll { $0 is PaperSession }
        #expect(held.count == 3 && papers.allSatisfy { paper in held.contains { $0 === paper } })
        #expect(stage.environment.credentials.credentials.map { $0 === session } == [true])
    }
}
