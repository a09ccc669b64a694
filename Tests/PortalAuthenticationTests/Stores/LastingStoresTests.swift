import HTTPSemantics
import JSONValues
import Platform
import PortalTransport
import PretendPortals
import TLSIdentity
import Testing

@testable import PortalAuthentication

/// Catalogue L09 to L13: what one run keeps, the next one has.
struct `Stores that outlive a run` {
    let kept = MemoryPersistence()
    private static let kinds: [any StorableCredential.Type] = [PaperCredential.self]
    private static let server = "https://h.test/server"

    func run(_ persistence: any StorePersistence) async throws(PortalError) -> Stage {
        let stage = Stage()
        try await stage.environment.authentication.setupPersistentCredentialStorage(persistence, kinds: Self.kinds)
        return stage
    }

    func paper(_ stage: Stage, for url: String) throws -> PaperCredential? {
        stage.environment.credentials.credential(for: try HTTPURL(url)) as? PaperCredential
    }

    @Test func `give back credentials, passwords and exceptions`() async throws {
        let place = try StorePlace()
        let first = try await run(try place.store())
        first.environment.credentials.add(try PaperCredential("https://h.test/portal", token: "tok-of-portal"))
        let shared = try PaperCredential(Self.server, token: "tok-of-server")
        first.environment.credentials.add(shared)
        try first.environment.credentials.add(shared, for: try HTTPURL("https://h.test/other/rest/services/A/"))
        for realm in ["inner \"one\"", nil] {
            try await first.environment.networkCredentials.add(
                .password(username: "alice", Secret("p \(realm ?? "any")")), for: try Web.space(.digest, realm: realm))
        }
        let grants = [
            TrustGrant(
                host: "h.test", port: 8443, scope: .certificate(sha256: "aa"), tolerating: [.selfSigned, .expired]),
            TrustGrant(host: "h.test", port: nil, scope: .host, tolerating: [.other(99)]),
        ]
        for grant in grants { await first.environment.trust.grant(grant) }
        try await first.environment.authentication.saveCredentials()

        let second = try await run(try place.store())
        #expect(try paper(second, for: "https://h.test/portal/sharing/rest")?.text == "tok-of-portal")
        #expect(try paper(second, for: Self.server + "/rest/services/A")?.text == "tok-of-server")
        // What was one credential is one again.
        #expect(second.environment.credentials.credentials.count == 2)
        #expect(
            try paper(second, for: "https://h.test/other/rest/services/A/x")
                === paper(second, for: Self.server + "/rest/services/A"))
        let passwords = second.environment.networkCredentials.credentials
        #expect(passwords == first.environment.networkCredentials.credentials && passwords.count == 2)
        #expect(Set(second.environment.trust.grants) == Set(grants) && second.transport.trust.grants.count == 2)
        for secret in ["tok-of", "alice", "p any", "h.test"] {
            for name in place.names {
                let bytes = try place.bytes(String(name.dropLast(6)))
                #expect(!bytes.indices.contains { bytes[$0...].starts(with: secret.utf8) })
            }
        }
        #expect(place.names == ["arcgis-credentials.store", "network-credentials.store"])
    }

    @Test func `keep exceptions that were granted, not those they were started with`() async throws {
        var trust = TrustDecisions()
        trust.grants = [TrustGrant(host: "given.test", port: nil, scope: .host)]
        let first = PortalEnvironment(transport: ScriptedTransport { _ in .text("") }, trust: trust)
        try await first.networkCredentials.makePersistent(kept)
        await first.trust.grant(TrustGrant(host: "asked.test", port: 443, scope: .host))
        try await first.networkCredentials.save()
        let second = try await run(kept)
        #expect(second.environment.trust.grants.map(\.host) == ["asked.test"])
        await second.environment.trust.revoke(host: "asked.test")
        try await second.environment.authentication.saveCredentials()
        #expect(kept.entries("network-credentials") == [:])
    }

    @Test func `give back an exception whose host is spelled with other letters than ASCII's`() async throws {
        let entry: JSONValue = [
            "host": "münchen.example", "port": .null, "certificate": .null,
            "tolerating": ["selfSigned", "unknownRoot"],
        ]
        kept.put(["trust münchen.example 0 host": entry], as: "network-credentials")
        let stage = try await run(kept)
        #expect(stage.environment.trust.grants.map(\.host) == ["xn--mnchen-3ya.example"])
        #expect(stage.transport.trust.grants.map(\.host) == ["xn--mnchen-3ya.example"])
        try await stage.environment.authentication.saveCredentials()
        #expect(kept.entries("network-credentials")?.keys.sorted() == ["trust xn--mnchen-3ya.example 0 host"])
        // As where the store is cleared while it is read.
        await stage.environment.trust.takeBack(TrustGrant(host: "münchen.example", port: nil, scope: .host))
        #expect(stage.transport.trust.grants.isEmpty)
    }

    @Test func `have on the disk what a credential was told to hold before it goes on`() async throws {
        let stage = try await run(kept)
        let credential = try PaperCredential(Self.server, token: "old")
        stage.environment.credentials.add(credential)
        credential.text = "new"
        await stage.environment.authentication.credentialUpdated(credential)
        #expect(kept.entries()?.values.contains { $0["is"]?["token"] == "new" } == true)
        #expect(stage.recorded.contains(.credentialUpdated(credential.serverContext)))
        // One that is in no store is not written.
        stage.environment.credentials.remove(credential)
        credential.text = "newest"
        await stage.environment.authentication.credentialUpdated(credential)
        #expect(kept.entries() == [:])
    }

    @Test func `have on the disk what answered a challenge before the request goes on`() async throws {
        let stage = try await run(kept)
        stage.handle { challenge in
            .credential(try PaperCredential(Self.server, token: challenge.previousFailureCount == 0 ? "tok1" : "tok2"))
        }
        _ = await failure { () throws(PortalError) in try await stage.ask(Self.server + "/rest/services/A") }
        #expect(kept.entries()?.count == 2, "\(stage.recorded)")
    }

    @Test func `leave kinds alone that they do not know`() async throws {
        let strange: JSONValue = ["kind": "passkey", "is": ["x": 1]]
        let torn: JSONValue = ["kind": "paper", "is": ["url": "https://torn.test/portal"]]
        kept.put([
            "credential 01": strange, "at https://strange.test/portal": ["credential": "credential 01"],
            "credential 02": torn, "at https://torn.test/portal": ["credential": "credential 02"],
            "unheard of": ["y": 2],
        ])
        kept.put(["smartcard 1": ["pin": 3]], as: "network-credentials")
        let stage = try await run(kept)
        #expect(stage.environment.credentials.credentials.isEmpty)
        let unread = stage.recorded.compactMap { event -> String? in
            if case .storedCredentialNotRead(let kind) = event { kind } else { nil }
        }
        #expect(unread == ["passkey", "paper", "smartcard"])
        stage.environment.credentials.add(try PaperCredential(Self.server, token: "t"))
        try await stage.environment.authentication.saveCredentials()
        #expect(kept.entries()?["credential 01"] == strange && kept.entries()?["credential 02"] == torn)
        #expect(kept.entries()?["unheard of"] != nil && kept.entries()?.count == 7)
        #expect(kept.entries("network-credentials")?.count == 1)
        // Another one for the same place takes it, and nothing points to the old one any more.
        stage.environment.credentials.add(try PaperCredential("https://strange.test/portal", token: "t"))
        try await stage.environment.credentials.save()
        #expect(kept.entries()?["credential 01"] == nil)
    }

    @Test func `put what was there before what was kept`() async throws {
        let first = try await run(kept)
        for name in ["a", "b"] {
            first.environment.credentials.add(try PaperCredential("https://\(name).test/portal", token: "kept"))
        }
        try await first.environment.authentication.saveCredentials()
        let stage = Stage()
        stage.environment.credentials.add(try PaperCredential("https://a.test/portal", token: "there"))
        try await stage.environment.credentials.makePersistent(kept, in: stage.environment, kinds: Self.kinds)
        #expect(try paper(stage, for: "https://a.test/portal")?.text == "there")
        #expect(try paper(stage, for: "https://b.test/portal")?.text == "kept")
        let third = try await run(kept)
        #expect(try paper(third, for: "https://a.test/portal")?.text == "there")
        #expect(kept.entries()?.count == 4)
    }

    // MARK: failures

    @Test(arguments: [PortalError.Code.storeCorrupted, .storeKeyWrong, .storeNotAccessible])
    func `stay as they were where the second one fails`(_ code: PortalError.Code) async throws {
        let first = try await run(kept)
        first.environment.credentials.add(try PaperCredential("https://kept.test/portal", token: "kept"))
        try await first.environment.authentication.saveCredentials()
        let before = kept.state.withLock { $0.kept }
        let stage = Stage()
        stage.environment.credentials.add(try PaperCredential(Self.server, token: "mine"))
        kept.fail("network-credentials", code)
        let error = await failure { () throws(PortalError) in
            try await stage.environment.authentication.setupPersistentCredentialStorage(kept, kinds: Self.kinds)
        }
        #expect(error?.code == code && kept.state.withLock { $0.kept } == before)
        #expect(stage.environment.credentials.credentials.count == 1)
        #expect(!stage.environment.credentials.isPersistent && !stage.environment.networkCredentials.isPersistent)
        stage.environment.credentials.add(try PaperCredential("https://new.test/portal", token: "n"))
        try await stage.environment.authentication.saveCredentials()
        #expect(kept.state.withLock { $0.kept } == before)
    }

    @Test func `leave no file where the second one fails`() async throws {
        kept.fail("network-credentials", .storeNotAccessible)
        let stage = Stage()
        stage.environment.credentials.add(try PaperCredential(Self.server, token: "mine"))
        #expect(
            await failure { () throws(PortalError) in
                try await stage.environment.authentication.setupPersistentCredentialStorage(kept, kinds: Self.kinds)
            } != nil)
        #expect(kept.state.withLock { $0.kept.isEmpty })
    }

    /// Catalogue L10.
    @Test func `go on in memory beside a damaged file`() async throws {
        let place = try StorePlace()
        let first = try await run(try place.store())
        first.environment.credentials.add(try PaperCredential(Self.server, token: "t"))
        try await first.environment.authentication.saveCredentials()
        var damaged = try place.bytes("arcgis-credentials")
        damaged[damaged.count / 2] ^= 1
        try place.put(damaged, as: "arcgis-credentials")
        let stage = Stage()
        let error = await failure { () throws(PortalError) in
            try await stage.environment.authentication.setupPersistentCredentialStorage(
                try place.store(), kinds: Self.kinds)
        }
        #expect(error?.code == .storeCorrupted)
        stage.environment.credentials.add(try PaperCredential(Self.server, token: "mine"))
        #expect(try paper(stage, for: Self.server)?.text == "mine")
        try await stage.environment.authentication.saveCredentials()
        #expect(try place.bytes("arcgis-credentials") == damaged)
    }

    @Test func `tell a save that failed and make up for it with the next one`() async throws {
        let stage = try await run(kept)
        kept.fail("arcgis-credentials", .storeNotAccessible)
        let credential = try PaperCredential(Self.server, token: "t")
        stage.environment.credentials.add(credential)
        await stage.environment.authentication.credentialUpdated(credential)
        let told = ClientEvent.storeNotSaved(name: "arcgis-credentials", .storeNotAccessible)
        #expect(stage.recorded.contains(told))
        let error = await failure { () throws(PortalError) in
            try await stage.environment.authentication.saveCredentials()
        }
        #expect(error?.code == .storeNotAccessible && kept.entries() == [:])
        kept.fail("arcgis-credentials", nil)
        try await stage.environment.authentication.saveCredentials()
        #expect(kept.entries()?.count == 2)
    }

    // MARK: many changes

    @Test func `write many changes at once and lose none`() async throws {
        let stage = try await run(kept)
        let before = kept.log.count
        kept.hold(true)
        for index in 0..<50 {
            stage.environment.credentials.add(try PaperCredential("https://h\(index).test/portal", token: "t\(index)"))
        }
        let saves = (0..<10).map { _ in Task { try await stage.environment.credentials.save() } }
        await stage.eventually { kept.waiterCount == 1 }
        #expect(kept.log.count == before)
        kept.hold(false)
        for save in saves { try await save.value }
        #expect(kept.entries()?.count == 100)
        #expect(kept.log.count - before <= 3, "\(kept.log)")
    }

    @Test func `wait for the writing that has their change in it`() async throws {
        let stage = try await run(kept)
        let credential = try PaperCredential(Self.server, token: "1")
        stage.environment.credentials.add(credential)
        try await stage.environment.credentials.save()
        kept.hold(true)
        credential.text = "2"
        let first = Task { await stage.environment.authentication.credentialUpdated(credential) }
        await stage.eventually { kept.waiterCount == 1 }
        credential.text = "3"
        let isKept = Locked(false)
        let second = Task {
            await stage.environment.authentication.credentialUpdated(credential)
            isKept.withLock { $0 = true }
        }
        await stage.eventually { stage.recorded.count { $0 == .credentialUpdated(credential.serverContext) } == 2 }
        for _ in 0..<100 { await Task.yield() }
        kept.letThrough()
        await first.value
        await stage.eventually { kept.waiterCount == 1 }
        for _ in 0..<100 { await Task.yield() }
        #expect(!isKept.withLock { $0 })
        kept.hold(false)
        await second.value
        #expect(kept.entries()?.values.compactMap { $0["is"]?["token"]?.string } == ["3"])
    }

    @Test func `forget on the disk what is forgotten while they are made to last`() async throws {
        let first = try await run(kept)
        first.environment.credentials.add(try PaperCredential(Self.server, token: "t"))
        await first.environment.trust.grant(TrustGrant(host: "h.test", port: nil, scope: .host))
        try await first.environment.authentication.saveCredentials()
        let stage = Stage()
        kept.hold(true)
        let setup = Task {
            try await stage.environment.authentication.setupPersistentCredentialStorage(kept, kinds: Self.kinds)
        }
        await stage.eventually { kept.waiterCount == 1 }
        await stage.environment.authentication.signOut()
        kept.hold(false)
        try await setup.value
        try await stage.environment.authentication.saveCredentials()
        #expect(stage.environment.credentials.credentials.isEmpty && stage.environment.trust.grants.isEmpty)
        #expect(kept.state.withLock { $0.kept.isEmpty })
    }

    @Test func `write what is still to be written when their environment is gone`() async throws {
        let gone: WeakStore
        do {
            let stage = try await run(kept)
            gone = WeakStore(stage.environment.credentials)
            kept.hold(true)
            for host in ["one", "two"] {
                stage.environment.credentials.add(try PaperCredential("https://\(host).test/portal", token: host))
                try await stage.environment.networkCredentials.add(
                    .password(username: host, Secret("p")), for: try Web.space(.basic, realm: host))
                await stage.environment.trust.grant(TrustGrant(host: "\(host).test", port: nil, scope: .host))
                // The first change is being written when the second one comes.
                await stage.eventually { kept.waiterCount == 2 }
            }
        }
        #expect(gone.store == nil)
        kept.hold(false)
        await Stage().eventually { kept.entries()?.count == 4 && kept.entries("network-credentials")?.count == 4 }
        let next = try await run(kept)
        #expect(next.environment.credentials.credentials.count == 2)
        #expect(next.environment.networkCredentials.credentials.count == 2 && next.environment.trust.grants.count == 2)
    }

    @Test func `can be made to forget the disk only`() async throws {
        let stage = try await run(kept)
        stage.environment.credentials.add(try PaperCredential(Self.server, token: "t"))
        try await stage.environment.credentials.erase()
        try await stage.environment.networkCredentials.erase()
        #expect(kept.state.withLock { $0.kept.isEmpty } && !stage.environment.credentials.isPersistent)
        stage.environment.credentials.add(try PaperCredential("https://b.test/portal", token: "t"))
        await stage.environment.trust.grant(TrustGrant(host: "h.test", port: nil, scope: .host))
        try await stage.environment.authentication.saveCredentials()
        #expect(kept.state.withLock { $0.kept.isEmpty } && stage.environment.credentials.credentials.count == 2)
    }
}

/// A store that may be gone.
private struct WeakStore: Sendable {
    weak let store: ArcGISCredentialStore?
    init(_ store: ArcGISCredentialStore) { self.store = store }
}
