import PortalAuthentication
import Testing

@Suite struct `Server contexts` {
    @Test(arguments: [
        ("https://H.test/server/rest/services/A/MapServer/0", "https://h.test/server"),
        ("https://h.test/server/rest/admin/services/A", "https://h.test/server"),
        ("https://h.test/server/rest/info?f=json", "https://h.test/server"),
        ("https://h.test/portal/sharing/rest/portals/self", "https://h.test/portal"),
        ("https://h.test/portal/sharing/servers/1/rest/services/A", "https://h.test/portal"),
        ("https://h.test/rest/services", "https://h.test"),
        ("https://h.test/Abc/rest/services/X", "https://h.test/Abc"),
    ])
    func `are found in the path`(_ url: String, _ context: String) throws {
        #expect(ServerContext(try HTTPURL(url))?.description == context)
    }

    @Test func `are absent where the path names no resource`() throws {
        #expect(ServerContext(try HTTPURL("https://h.test/portal/home")) == nil)
        #expect(ServerContext(try HTTPURL("https://h.test/restless/services")) == nil)
        #expect(ServerContext(try HTTPURL("https://evil.test/?u=https://h.test/portal/sharing/rest")) == nil)
    }

    @Test(arguments: [
        "https://h.test.evil/portal/sharing/rest/x", "https://h.test/portal2/sharing/rest/x",
        "https://h.test:8443/portal/sharing/rest/x", "http://h.test/portal/sharing/rest/x",
        "https://h.test/PORTAL/sharing/rest/x", "https://h.test/portal/../other/sharing/rest/x",
        "https://h.test/portal/%2e%2e/other/sharing/rest/x", "https://h.test/server/rest/services",
    ])
    func `contain nothing that only looks alike`(_ url: String) throws {
        let context = try #require(ServerContext(try HTTPURL("https://h.test/portal/sharing/rest")))
        #expect(!context.contains(try HTTPURL(url)))
    }

    @Test func `of a portal at the root do not swallow a server beside it`() throws {
        let context = try PortalURL("https://h.test").context
        #expect(context.contains(try HTTPURL("https://h.test/sharing/rest/search")))
        #expect(!context.contains(try HTTPURL("https://h.test/server/rest/services/A")))
    }

    @Test(arguments: [
        ("https://h.test/s/rest/services/service1/query", true), ("https://h.test/s/rest/services/service10", false),
        ("https://h.test/s/rest/services/service2/query", false), ("https://h.test/s/rest/services/service1", true),
    ])
    func `match prefixes by whole segments`(_ url: String, _ isInside: Bool) throws {
        let prefix = try HTTPURL("https://h.test/s/rest/services/service1/")
        #expect(prefix.isPrefix(of: try HTTPURL(url)) == isInside)
    }
}
