import MockPortalTesting
import Testing

@Suite struct `An expired certificate` {
    @Test(.mockPortal("expired")) func `gets no request of my client`() async throws {
        let portal = try #require(MockPortal.current)
        // portal.password(of: "alice") signs in, portal.authorityFile is whom to trust.
        let client = MyClient(portal.url, trusting: try portal.authorityFile)
        await #expect(throws: (any Error).self) { try await client.connect() }
        #expect(portal.journal().requests.isEmpty)
    }

    /// The twin: where only the fault is gone, the client gets in.
    @Test(.mockPortal("token")) func `is all that keeps my client out`() async throws {
        let portal = try #require(MockPortal.current)
        try await MyClient(portal.url, trusting: portal.authorityFile).connect()
        #expect(portal.journal().requests.count == 1)
    }
}

/// The README reader's client; here it is curl.
struct MyClient {
    let url: String
    let authority: String
    init(_ url: String, trusting authority: String) {
        self.url = url
        self.authority = authority
    }

    func connect() async throws {
        let done = try await Mockportal.run(
            ["-sS", "--fail", "--cacert", authority, url + "/sharing/rest/portals/self?f=json"], program: "curl")
        guard done.code == 0 else { throw Refused() }
    }

    struct Refused: Error {}
}
