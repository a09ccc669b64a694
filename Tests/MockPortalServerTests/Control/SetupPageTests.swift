import Testing

@testable import MockPortalServer

@Suite struct `Set-up page` {
    @Test func `It offers the authority in both forms, with steps for each device`() throws {
        let portal = try TestPortal.start()
        let setup = try SetupServer.start(for: portal)
        defer { setup.stop(); portal.stop() }
        let page = try Child.curl(["-i", setup.url]).output
        #expect(page.contains("200 OK"))
        for word in ["iPhone", "simulator", "macOS", "Android", "/ca.pem", "/ca.der", portal.url, "simctl"] {
            #expect(page.contains(word), "\(word)")
        }
        #expect(try Child.curl(["\(setup.url)ca.pem"]).output == portal.authorityPEM)
        let der = try Child.run(
            "sh", ["-c", "curl -s --noproxy '*' \(setup.url)ca.der | openssl x509 -inform der -noout -subject"])
        #expect(der.output.contains("subject"))
        #expect(try Child.curl(["-o", "/dev/null", "-w", "%{http_code}", "\(setup.url)ca.key"]).output == "404")
    }

    @Test func `What is put into it is escaped`() {
        let page = SetupPage.text(portalURL: "https://x/\"><script>", setupURL: "http://x/&'")
        #expect(!page.contains("<script>"))
        #expect(page.contains("&quot;&gt;&lt;script&gt;"))
        #expect(page.contains("<code>curl -o mockportal-ca.pem http://x/&amp;&#39;/ca.pem</code>"))
    }
}
