import HTTPSemantics
import PortalAuthentication
import Testing

@Suite struct `Credential stores` {
    private func credential(_ url: String) throws -> PregeneratedTokenCredential {
        try PregeneratedTokenCredential(url: try HTTPURL(url), tokenInfo: TokenInfo(accessToken: Secret("t")))
    }

    @Test func `keep one credential per context`() throws {
        let store = ArcGISCredentialStore()
        let one = try credential("https://h.test/server/rest/services/A")
        let other = try credential("https://H.test/server/rest/admin/services/B")
        store.add(one)
        store.add(other)
        #expect(store.credentials.count == 1)
        #expect(store.credential(for: try HTTPURL("https://h.test/server/rest/services/C")) === other)
    }

    @Test func `take two contexts of a host apart`() throws {
        let store = ArcGISCredentialStore()
        let portal = try credential("https://h.test/portal")
        let server = try credential("https://h.test/server/rest/services")
        store.add(portal)
        store.add(server)
        #expect(store.credential(for: try HTTPURL("https://h.test/portal/sharing/rest/search")) === portal)
        #expect(store.credential(for: try HTTPURL("https://h.test/server/rest/services/A")) === server)
        #expect(store.credential(for: try HTTPURL("https://h.test/other/rest/services/A")) == nil)
    }

    @Test func `prefer the longest prefix`() throws {
        let store = ArcGISCredentialStore()
        let wide = try credential("https://h.test/s/rest/services")
        let narrow = try credential("https://h.test/s/rest/services")
        store.add(wide)
        try store.add(narrow, for: try HTTPURL("https://h.test/s/rest/services/service1/"))
        #expect(store.credential(for: try HTTPURL("https://h.test/s/rest/services/service1/query")) === narrow)
        #expect(store.credential(for: try HTTPURL("https://h.test/s/rest/services/service10")) === wide)
        store.remove(narrow)
        #expect(store.credential(for: try HTTPURL("https://h.test/s/rest/services/service1/query")) === wide)
    }

    @Test func `prefer the longest of prefixes and contexts`() throws {
        let store = ArcGISCredentialStore()
        let whole = try credential("https://h.test/portal")
        let server = try credential("https://h.test/server/rest/services")
        try store.add(whole, for: try HTTPURL("https://h.test/"))
        store.add(server)
        #expect(store.credential(for: try HTTPURL("https://h.test/server/rest/services/A")) === server)
        #expect(store.credential(for: try HTTPURL("https://h.test/else")) === whole)
        try store.add(whole, for: try HTTPURL("https://h.test/server/"))
        #expect(store.credential(for: try HTTPURL("https://h.test/server/rest/services/A")) === whole)
    }

    @Test func `share nothing with another origin`() throws {
        let store = ArcGISCredentialStore()
        #expect(throws: PortalError(.credentialCannotBeShared, detail: "")) {
            try store.add(try credential("https://h.test/portal"), for: try HTTPURL("https://b.test/x"))
        }
        #expect(store.credentials.isEmpty)
    }
}
