import JSONValues
import MockPortalServer
import Testing

@Suite struct `Resets` {
    @Test func `applications and API keys keep their secrets through a reset`() throws {
        let portal = try TestPortal.start(["apiKeys": ["weather": [:]]], preset: "oauth-app")
        defer { portal.stop() }
        let (applications, keys) = (portal.oauthApplications, portal.apiKeys)
        try portal.reset()
        #expect(portal.oauthApplications == applications && portal.apiKeys == keys && keys.count == 1)
    }
}
