import JSONValues
import MockPortalServer
import Testing

@Suite struct `Public URLs` {
    @Test func `a public URL is the portal's URL in all documents`() async throws {
        let portal = try TestPortal.start(
            ["hosts": ["front": ["scheme": "http"]], "front": ["publicURL": "https://gis.example.com/maps"]])
        defer { portal.stop() }
        #expect(portal.url == "https://gis.example.com/maps")
        let answer = try await Child.curl(["\(portal.url(ofHost: "front") ?? "")/sharing/rest/portals/self?f=json"])
        #expect(answer.output.contains("\"portalHostname\":\"gis.example.com/maps\""))
    }
}
