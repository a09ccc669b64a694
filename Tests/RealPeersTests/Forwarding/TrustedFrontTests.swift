import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalAuthentication
import PortalClient
import PortalJudge
import Testing

/// What a portal believes of real proxies in front of it.
@Suite(.nginx, .apache) struct `A proxy that the portal trusts` {
    @Test(arguments: TrustedFront.Software.allCases) func `makes its client's addresses the portal's`(
        _ software: TrustedFront.Software
    ) async throws {
        try await TrustedFront.run(software) { front in
            let info = try JSONValue(parsing: try await front.curl("/sharing/rest/info?f=json").body)
            #expect(info["owningSystemUrl"]?.string == front.url)
            #expect(
                info["authInfo"]?["tokenServicesUrl"]?.string == front.url + "/sharing/rest/generateToken")
            let own = try JSONValue(parsing: try await front.curl("/sharing/rest/portals/self?f=json").body)
            #expect(own["portalHostname"]?.string == String(front.url.dropFirst("https://".count)))
            // The portal takes HTTPS only, and nothing was sent elsewhere: the client's scheme counts, not the front's.
            let requests = front.portal.journal().requests
            #expect(requests.map { $0.answer?.status } == [200, 200])
            let origin = front.url.replacing("/portal", with: "")
            #expect(
                requests.allSatisfy { request in
                    request.decisions.contains {
                        $0.gate == "forwarded"
                            && $0.reason
                                == "the front at 127.0.0.1 tells that \(origin) was asked by the client 127.0.0.1"
                    }
                })
        }
    }

    @Test(arguments: TrustedFront.Software.allCases) func `is not made to tell what its client would like`(
        _ software: TrustedFront.Software
    ) async throws {
        try await TrustedFront.run(software) { front in
            let many = Array(repeating: "6.6.6.6", count: 1000).joined(separator: ", ")
            for fields in [
                ["X-Forwarded-For: \(many)"], ["X-Forwarded-For: 10.0.0.1, unknown, _hidden, \"[2001:db8::1]\""],
                ["X-Forwarded-Host: evil.example"], ["X-Forwarded-Host: a@b, \u{1}"], ["X-Forwarded-Proto: gopher"],
            ] {
                let answer = try await front.curl("/sharing/rest/info?f=json", fields)
                // What a front itself refuses does not reach the portal.
                guard answer.status == 200 else {
                    #expect(answer.status == 400, "\(fields.first?.prefix(60) ?? ""): \(answer.output)")
                    continue
                }
                let info = try JSONValue(parsing: answer.body)
                #expect(info["owningSystemUrl"]?.string == front.url, "\(fields.first?.prefix(60) ?? "")")
            }
            let told = front.portal.journal().requests.flatMap(\.decisions).filter { $0.gate == "forwarded" }
            #expect(!told.isEmpty && !told.contains { $0.reason.contains("6.6.6.6") || $0.reason.contains("evil") })
        }
    }

    @Test func `that hands on a field of the other kind is told of it`() async throws {
        try await TrustedFront.run(.apache) { front in
            let answer = try await front.curl(
                "/sharing/rest/info?f=json", ["Forwarded: for=6.6.6.6;host=evil.example;proto=https"])
            #expect(answer.status == 400)
            #expect(answer.body.contains("have the front write one kind and remove the other"))
        }
    }

    @Test(arguments: TrustedFront.Software.allCases)
    func `lets the client in with a token, by the addresses that it is told`(
        _ software: TrustedFront.Software
    ) async throws {
        try await TrustedFront.run(software) { front in
            let account = try #require(front.portal.accounts.first { $0.username == "alice" })
            let app = try App()
            let url = try PortalURL(front.url)
            app.environment.credentials.add(
                TokenCredential(
                    for: url.root, username: "alice", password: account.password, in: app.environment))
            let portal = Portal(url: url, connection: .authenticated, in: app.environment)
            try await portal.load()
            #expect(portal.user?.username == "alice")
        }
    }

    @Test(arguments: TrustedFront.Software.allCases)
    func `shows the sign-in page as its own, and refuses an address that is not registered`(
        _ software: TrustedFront.Software
    ) async throws {
        try await TrustedFront.run(software, preset: "oauth") { front in
            let redirect = PercentEncoding.encode(front.url + "/x")
            let page = try await front.curl(
                "/sharing/rest/oauth2/authorize?client_id=mockportal-app&response_type=code&redirect_uri=urn:ietf:wg:oauth:2.0:oob",
                [], ["-i"])
            #expect(page.status == 200, "\(page.output)")
            for own in [front.portal.url, front.portal.httpURL].compactMap({ $0 }).compactMap({ Origin(ofURL: $0) }) {
                #expect(!page.output.contains("\(own)"), "\(page.output)")
            }
            // One that is not registered is refused at the front's address as at any other.
            let other = try await front.curl(
                "/sharing/rest/oauth2/authorize?client_id=mockportal-app&response_type=code&redirect_uri=\(redirect)",
                [])
            #expect(other.body.contains("Invalid redirect_uri"), "\(other.output)")
        }
    }
}
