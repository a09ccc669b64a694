import MockPortalServer
import PortalJudge
import Testing

@Suite(.apache) struct `Apache httpd before the portal` {
    @Test func `hands requests on, and the portal speaks of itself as it is seen`() async throws {
        try await WebFront.run(.apache, WebTier()) { front in
            let url = front.url + "/sharing/rest/portals/self?f=json"
            let answer = try await ForeignClient.curl([], authority: front.authority, url)
            #expect(answer.status == 200, "\(answer.errors) \(front.log)")
            let name = front.url.dropFirst("https://".count)
            #expect(answer.output.contains("\"portalHostname\":\"\(name)\""))
            #expect(front.portal.journal().connections.map(\.listener) == ["inside"])
        }
    }
}
