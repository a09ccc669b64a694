import HTTPSemantics
import PortalAuthentication
import Testing

@Suite(.nginx) struct `nginx before the portal` {
    @Test func `hands requests on, and the portal speaks of itself as it is seen`() async throws {
        try await FrontChecks.handsOn(.nginx)
    }

    @Test func `alone says who came`() async throws {
        try await FrontChecks.isBelievedAlone(.nginx)
    }

    @Test func `lets the client in with Basic, and the portal names who came`() async throws {
        try await WebFront.run(.nginx, WebTier(credentials: .basic)) { front in
            let app = try App(username: WebFront.username, password: front.password)
            #expect(try await app.user(of: front.url) == WebFront.username, "\(front.log)")
            #expect(app.challenges.map(\.space.method) == [.basic])
            let stranger = try App(username: WebFront.username, password: "wrong")
            #expect(await stranger.failure(of: front.url)?.code == .httpAuthentication, "\(front.log)")
        }
    }
}
