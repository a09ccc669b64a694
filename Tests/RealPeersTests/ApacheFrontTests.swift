import Testing

@Suite(.apache) struct `Apache httpd before the portal` {
    @Test func `hands requests on, and the portal speaks of itself as it is seen`() async throws {
        try await FrontChecks.handsOn(.apache)
    }

    @Test func `alone says who came`() async throws {
        try await FrontChecks.isBelievedAlone(.apache)
    }
}
