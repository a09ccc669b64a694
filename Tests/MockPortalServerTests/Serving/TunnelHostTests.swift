import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@Suite struct `Proxies among a portal's hosts` {
    @Test func `a tunnel leads to every listener of the portal, and to nothing else`() async throws {
        let portal = try TestPortal.start(
            [
                "hosts": [
                    "gateway": ["serves": "tunnel", "scheme": "http"],
                    "plain": ["serves": "portal", "scheme": "http"],
                ]
            ], preset: "anonymous", options: .unhurried)
        defer { portal.stop() }
        let gateway = try #require(portal.url(ofHost: "gateway").flatMap { Origin(ofURL: $0) })
        let authority = try TemporaryFile(portal.authorityPEM)
        func curl(_ url: String) async throws -> (status: Int32, output: String) {
            try await Child.run(
                "curl",
                [
                    "-q", "-sS", "--max-time", "120", "--noproxy", "", "--proxy", gateway.description, "--proxytunnel",
                    "--cacert", authority.path, "-w", "%{http_connect}", url,
                ])
        }
        let secure = try await curl(portal.url + "/sharing/rest/info?f=json")
        #expect(secure.status == 0 && secure.output.hasSuffix("200"), "\(secure.output)")
        let plain = try await curl(try #require(portal.url(ofHost: "plain")) + "/sharing/rest/info?f=json")
        #expect(plain.status == 0 && plain.output.hasSuffix("200"), "\(plain.output)")
        let away = try await curl("https://gis.example.com/portal")
        #expect(away.status == 56, "\(away.output)")
        let seen = portal.journal().requests
        #expect(seen.map(\.listener) == ["portal", "plain", "gateway"])
        #expect(seen.map(\.method) == ["GET", "GET", "CONNECT"])
    }

    @Test func `a proxy is spoken to over plain HTTP`() {
        let error = #expect(throws: BlueprintError.self) {
            try Blueprint(
                decoding: ["hosts": ["gateway": ["serves": "tunnel"]]], fixtures: .embedded, source: "test")
        }
        #expect(error?.description.contains("a proxy is spoken to over plain HTTP") == true)
    }
}
