import HTTPSemantics
import PortalAuthentication
import PretendPortals
import TLSIdentity
import Testing

/// Catalogue L15.
@Suite struct `Events of stores` {
    private func first<Event: Sendable>(_ count: Int, of stream: AsyncStream<Event>) async -> [Event] {
        var events: [Event] = []
        for await event in stream {
            events.append(event)
            if events.count == count { break }
        }
        return events
    }

    @Test func `come in the order of the changes`() async throws {
        let stage = Stage()
        let store = stage.environment.credentials
        let (events, late) = (store.events, store.events)
        let credential = try PaperCredential("https://h.test/portal", token: "1")
        store.add(credential)
        try store.add(credential, for: try HTTPURL("https://h.test/server/rest/services/A"))
        await stage.environment.authentication.credentialUpdated(credential)
        store.add(try PaperCredential("https://h.test/portal", token: "2"))
        store.remove(credential)
        store.remove(credential)
        store.removeAll()
        let portal = try HTTPURL("https://h.test/portal")
        let service = try HTTPURL("https://h.test/server/rest/services/A")
        let expected: [StoreEvent<HTTPURL>] = [
            .added(portal), .added(service), .updated(portal), .updated(service), .updated(portal), .removed(service),
            .removedAll,
        ]
        #expect(await first(7, of: events) == expected)
        #expect(await first(7, of: late) == expected)
    }

    @Test func `tell what was restored`() async throws {
        let kept = MemoryPersistence()
        let before = Stage()
        try await before.environment.credentials.makePersistent(
            kept, in: before.environment, kinds: [PaperCredential.self])
        before.environment.credentials.add(try PaperCredential("https://h.test/portal", token: "1"))
        try await before.environment.credentials.save()
        let stage = Stage()
        let events = stage.environment.credentials.events
        try await stage.environment.credentials.makePersistent(
            kept, in: stage.environment, kinds: [PaperCredential.self])
        #expect(await first(1, of: events) == [.added(try HTTPURL("https://h.test/portal"))])
    }

    @Test func `of the web tier come in the order of the changes`() async throws {
        let alice = try Identities.named("alice")
        let stage = Stage()
        let store = stage.environment.networkCredentials
        let events = store.events
        let (basic, certificate) = (try Web.space(.basic), try Web.space(.clientCertificate, realm: nil))
        try await store.add(.password(username: "a", Secret("1")), for: basic)
        try await store.add(.password(username: "a", Secret("1")), for: basic)
        try await store.add(.password(username: "a", Secret("2")), for: basic)
        try await store.add(.certificate(alice), for: certificate)
        try await store.add(.certificate(try Identities.named("bob")), for: certificate)
        await store.remove(for: certificate)
        await store.remove(for: basic)
        await store.remove(for: basic)
        await store.removeAll()
        #expect(
            await first(7, of: events) == [
                .added(basic), .updated(basic), .added(certificate), .updated(certificate), .removed(certificate),
                .removed(basic), .removedAll,
            ])
    }
}
