import MockPortalTesting
import Testing

@Test(.mockPortal("expired"))
func `my client refuses an expired certificate`() async throws {
    let portal = try #require(MockPortal.current)
    // portal.accounts says who may sign in with what, portal.authorityPEM whom to trust.
    await #expect(throws: (any Error).self) { try await MyClient(portal.url).connect() }
    #expect(portal.journal().requests.isEmpty)
}

/// The README reader's client; here it is curl.
struct MyClient {
    let url: String
    init(_ url: String) { self.url = url }

    func connect() async throws {
        let done = try await Mockportal.run([url + "/sharing/rest/portals/self?f=json"], program: "curl")
        guard done.code == 0 else { throw Refused() }
    }

    struct Refused: Error {}
}
