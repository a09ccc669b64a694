import FixtureFiles
import HTTPSemantics
import PortalJudge
import TLSIdentity
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `Set-up page` {
    @Test func `It offers the authority in both forms, with steps for each device`() async throws {
        let portal = try TestPortal.start()
        let setup = try SetupServer.start(for: portal)
        defer { setup.stop(); portal.stop() }
        let page = try await Child.curl(["-i", setup.url]).output
        #expect(page.contains("200 OK"))
        for word in ["iPhone", "simulator", "macOS", "Android", "/ca.pem", "/ca.der", portal.url, "simctl"] {
            #expect(page.contains(word), "\(word)")
        }
        #expect(try await Child.curl(["\(setup.url)ca.pem"]).output == portal.authorityPEM)
        let der = try await Child.run(
            "sh", ["-c", "curl -s --noproxy '*' \(setup.url)ca.der | openssl x509 -inform der -noout -subject"])
        #expect(der.output.contains("subject"))
        #expect(try await Child.curl(["-o", "/dev/null", "-w", "%{http_code}", "\(setup.url)ca.key"]).output == "404")
    }

    @Test func `It offers the authority of hosts that are played, and says how they are reached`() async throws {
        var options = ServeOptions.unhurried
        let standIn = try StandIn(["www.arcgis.com"])
        options.standIn = standIn
        let portal = try TestPortal.start(options: options)
        let setup = try SetupServer.start(for: portal)
        defer { setup.stop(); portal.stop() }
        let page = try await Child.curl([setup.url]).output
        let played = try #require(portal.standIn)
        for word in ["city.maps.arcgis.com", played.proxyURL, played.hostsPACURL, "/stand-in-ca.der"] {
            #expect(page.contains(word), "\(word)")
        }
        #expect(try await Child.curl(["\(setup.url)stand-in-ca.pem"]).output == standIn.authorityPEM)
        let other = try TestPortal.start()
        let otherSetup = try SetupServer.start(for: other)
        defer { otherSetup.stop(); other.stop() }
        #expect(try await Self.status("\(otherSetup.url)stand-in-ca.pem") == "404")
        #expect(!(try await Child.curl([otherSetup.url]).output.contains("stand-in")))
    }

    @Test func `It offers client certificates where the portal asks for them`() async throws {
        let silent = try TestPortal.start()
        let silentSetup = try SetupServer.start(for: silent)
        defer { silentSetup.stop(); silent.stop() }
        #expect(!(try await Child.curl([silentSetup.url]).output.contains(".p12")))
        #expect(try await Self.status("\(silentSetup.url)alice.p12") == "404")

        let portal = try TestPortal.startAsking()
        let setup = try SetupServer.start(for: portal)
        defer { setup.stop(); portal.stop() }
        let page = try await Child.curl([setup.url]).output
        for word in ["/alice.p12", "/alice-3des.p12", "/bob.p12", "security import", "simulator", "profile"] {
            #expect(page.contains(word), "\(word)")
        }
        let password = portal.identityPassword.reveal { $0 }
        #expect(!page.contains(password) && !page.contains("alice-expired"))
        for name in ["alice", "alice-3des"] {
            #expect(
                try await Self.subject(ofPKCS12: "\(setup.url)\(name).p12", password: password).contains("CN = alice"))
        }
        for name in ["alice-expired.p12", "alice.key", "alice.pem", "..%2fca.key"] {
            #expect(try await Self.status(setup.url + name) == "404", "\(name)")
        }
    }

    @Test func `The control API hands out every identity`() async throws {
        let portal = try TestPortal.startAsking()
        let server = try ControlServer.start(
            for: portal, scenario: "token", nonce: "n",
            identities: [.init(name: "alice", p12File: "/x.p12", password: "p", pemFile: "/x.pem", keyFile: "/x.key")]
        ) { name throws(BlueprintError) in try Blueprint.preset(name, fixtures: .embedded) }
        defer { server.stop(); portal.stop() }
        let list = try await Child.curl(["\(server.url)/identities"]).output
        for file in ["alice.p12", "alice-rc2.p12", "bob.pem", "carol.key"] { #expect(list.contains("\"\(file)\"")) }
        let password = portal.identityPassword.reveal { $0 }
        #expect(
            try await Self.subject(ofPKCS12: "\(server.url)/identities/alice.p12", password: password)
                .contains("CN = alice"))
        let alice = try TestPortal.pki.issueIdentity("alice")
        #expect(try await Child.curl(["\(server.url)/identities/alice.pem"]).output == alice.chainPEM)
        #expect(try await Child.curl(["\(server.url)/identities/alice.key"]).output == alice.keyPEM.expanded)
        #expect(list.contains("\"alice-rsa.p12\""))
        for file in ["alice-rsa.p12", "alice-3des-rsa.p12"] {
            #expect(
                try await Self.subject(ofPKCS12: "\(server.url)/identities/\(file)", password: password)
                    .contains("CN = alice"), "\(file)")
        }
        let rsa = try TestPortal.pki.issueIdentity("alice", algorithm: .rsa)
        #expect(try await Child.curl(["\(server.url)/identities/alice-rsa.pem"]).output == rsa.chainPEM)
        #expect(try await Child.curl(["\(server.url)/identities/alice-rsa.key"]).output == rsa.keyPEM.expanded)
        let missing = try await Child.curl(["-w", "%{http_code}", "\(server.url)/identities/alise.p12"]).output
        #expect(missing.contains("404") && missing.contains("alice.p12"))
        #expect(server.ready.identities.map(\.name) == ["alice"])
        let pki = try TestPortal.pki
        #expect(portal.identities.map(\.name) == pki.identityNames)
        #expect(portal.canaries().last?.value == password)
    }

    private static func status(_ url: String) async throws -> String {
        try await Child.curl(["-o", "/dev/null", "-w", "%{http_code}", url]).output
    }

    private static func subject(ofPKCS12 url: String, password: String) async throws -> String {
        let file = try TemporaryFile("")
        _ = try await Child.curl(["-o", file.path, url])
        let opened = try await Child.run(
            "openssl", ["pkcs12", "-in", file.path, "-passin", "pass:\(password)", "-nokeys", "-clcerts"])
        return try await Child.run("openssl", ["x509", "-noout", "-subject"], input: opened.output).output
    }

    @Test func `What is put into it is escaped`() {
        let page = SetupPage.text(
            portalURL: "https://x/\"><script>", setupURL: "http://x/&'", fingerprint: "AB:CD")
        #expect(page.contains("<code>AB:CD</code>"))
        #expect(!page.contains("<script>"))
        let joined = SetupPage.text(
            portalURL: "https://x/\u{600}<b>", setupURL: "http://x/\"\u{301}>", fingerprint: "")
        let plain = String(String.UnicodeScalarView(joined.unicodeScalars.filter(\.isASCII)))
        #expect(!plain.contains("<b>") && plain.contains("&lt;b&gt;") && plain.contains("http://x/&quot;&gt;/ca.pem"))
        #expect(!SetupPage.policy.contains("unsafe"))
        #expect(page.contains("&quot;&gt;&lt;script&gt;"))
        #expect(page.contains("<code>curl -o mockportal-ca.pem http://x/&amp;&#39;/ca.pem</code>"))
    }
}
