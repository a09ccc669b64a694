import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import Testing

@Suite struct `A portal behind a front that it trusts` {
    private func portal(_ blueprint: JSONValue = [:], preset: String = "token", trusting: [String] = ["127.0.0.1"])
        throws
        -> MockPortal
    {
        var options = ServeOptions.unhurried
        options.trustedFronts = try TrustedFronts(trusting)
        return try TestPortal.start(blueprint, preset: preset, options: options)
    }

    private func ask(_ portal: MockPortal, _ path: String, _ fields: [String], _ more: [String] = []) async throws
        -> String
    {
        let authority = try TestPortal.authorityFile()
        let answer = try await Child.curl(
            ["--cacert", authority.path] + fields.flatMap { ["-H", $0] } + more + [portal.url + path])
        return answer.output
    }

    private static let usual = [
        "X-Forwarded-Proto: https", "X-Forwarded-Host: gis.example.com", "X-Forwarded-For: 203.0.113.7",
    ]

    @Test func `addresses are those that the client used, and the journal has the client's`() async throws {
        let portal = try portal()
        defer { portal.stop() }
        // Twice: an answer that is kept for one origin is not told at another.
        for fields in [Self.usual, [], Self.usual] {
            let info = try JSONValue(parsing: try await ask(portal, "/sharing/rest/info?f=json", fields))
            let base = fields.isEmpty ? portal.url : "https://gis.example.com/portal"
            #expect(info["owningSystemUrl"]?.string == base)
            let own = try JSONValue(parsing: try await ask(portal, "/sharing/rest/portals/self?f=json", fields))
            #expect(own["portalHostname"]?.string == String(base.dropFirst("https://".count)))
            #expect(
                own["helperServices"]?["geocode"]?.array?.first?["url"]?.string?.hasPrefix(
                    base.replacing("/portal", with: "/server/")) == true)
        }
        let decisions = try #require(portal.journal().requests.first).decisions.map(\.reason)
        #expect(
            decisions.contains(
                "the front at 127.0.0.1 tells that https://gis.example.com was asked by the client 203.0.113.7"))
    }

    @Test func `a peer that is not trusted tells nothing`() async throws {
        let portal = try portal(trusting: ["10.0.0.0/8"])
        defer { portal.stop() }
        let info = try JSONValue(parsing: try await ask(portal, "/sharing/rest/info?f=json", Self.usual))
        #expect(info["owningSystemUrl"]?.string == portal.url)
        let reasons = try #require(portal.journal().requests.first).decisions.map(\.reason)
        #expect(reasons.contains("X-Forwarded-For is ignored: 127.0.0.1 is in none of the networks that are trusted"))
    }

    @Test func `a token that is bound to an address is bound to the client's`() async throws {
        let portal = try portal()
        defer { portal.stop() }
        let password = try #require(portal.accounts.first { $0.username == "alice" }).password.reveal { $0 }
        let form = [
            "--data-urlencode", "username=alice", "--data-urlencode", "password=\(password)", "-d",
            "client=requestip&f=json",
        ]
        let issued = try JSONValue(parsing: try await ask(portal, "/sharing/rest/generateToken", Self.usual, form))
        let token = try #require(issued["token"]?.string)
        let own = try await ask(portal, "/sharing/rest/community/self?f=json&token=\(token)", Self.usual)
        #expect(own.contains("\"username\":\"alice\""))
        let other = try await ask(
            portal, "/sharing/rest/community/self?f=json&token=\(token)",
            ["X-Forwarded-Proto: https", "X-Forwarded-Host: gis.example.com", "X-Forwarded-For: 203.0.113.8"])
        #expect(other.contains("498"))
    }

    @Test func `rules for HTTPS only see the client's scheme`() async throws {
        let portal = try portal(["http": "redirect"])
        defer { portal.stop() }
        let http = try #require(portal.httpURL)
        let plain = ["-H", "X-Forwarded-Proto: http", "-H", "X-Forwarded-Host: gis.example.com"]
        let sent = try await Child.curl(
            plain + ["-o", "/dev/null", "-w", "%{http_code} %{redirect_url}", http + "/sharing/rest/info?f=json"])
        #expect(sent.output == "301 https://gis.example.com/portal/sharing/rest/info?f=json")
        let secure = ["-H", "X-Forwarded-Proto: https", "-H", "X-Forwarded-Host: gis.example.com"]
        let served = try await Child.curl(secure + [http + "/sharing/rest/info?f=json"])
        #expect(served.output.contains("\"owningSystemUrl\":\"https://gis.example.com/portal\""))
    }

    @Test func `the sign-in page names the front's address alone`() async throws {
        let portal = try portal(preset: "oauth")
        defer { portal.stop() }
        let query =
            "?client_id=mockportal-app&response_type=code&redirect_uri=urn:ietf:wg:oauth:2.0:oob"
        let page = try await ask(portal, "/sharing/rest/oauth2/authorize" + query, Self.usual, ["-i"])
        #expect(page.hasPrefix("HTTP/1.1 200"), "\(page)")
        #expect(page.contains("form-action 'self' https://gis.example.com"), "\(page)")
        let own = try #require(Origin(ofURL: portal.url))
        #expect(!page.contains("\(own)"))
    }

    @Test(arguments: [
        "X-Forwarded-Proto: gopher", "X-Forwarded-Host: a@b", "Forwarded: for=\"x", "X-Forwarded-For: 1.2.3.4.5",
    ]) func `what cannot be so is refused, and the journal says why`(_ field: String) async throws {
        let portal = try portal()
        defer { portal.stop() }
        let answer = try await ask(portal, "/sharing/rest/info?f=json", [field], ["-w", "%{http_code}"])
        #expect(answer.hasPrefix("The proxy in front of this portal tells what cannot be so"))
        #expect(answer.hasSuffix("400"))
        let request = try #require(portal.journal().requests.first)
        #expect(request.decisions.map(\.gate) == ["forwarded"])
        #expect(request.decisions.first?.passed == false)
    }

    @Test func `many origins are told, each at its own`() async throws {
        let portal = try portal()
        defer { portal.stop() }
        for number in Array(1...36) + [1] {
            let answer = try await ask(
                portal, "/sharing/rest/info?f=json",
                ["X-Forwarded-Proto: https", "X-Forwarded-Host: host\(number).example"])
            #expect(answer.contains("\"owningSystemUrl\":\"https://host\(number).example/portal\""))
        }
    }
}
