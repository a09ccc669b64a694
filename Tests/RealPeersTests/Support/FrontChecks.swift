import MockPortalServer
import PortalJudge
import Testing

/// What is true of a portal behind any web server.
enum FrontChecks {
    static func handsOn(_ software: WebFront.Software) async throws {
        try await WebFront.run(software, WebTier()) { front in
            let answer = try await front.whoAmI(at: front.url)
            let name = front.url.dropFirst("https://".count)
            #expect(answer.contains("\"portalHostname\":\"\(name)\""))
            #expect(front.portal.journal().connections.map(\.listener) == ["inside"])
        }
    }

    /// The user's field counts on the web server's own way to the portal and nowhere else.
    static func isBelievedAlone(_ software: WebFront.Software) async throws {
        try await WebFront.run(software, WebTier()) { front in
            let claim = ["-H", "\(WebTier.userField): \(WebFront.username)"]
            let inside = try #require(front.portal.url(ofHost: "inside"))
            #expect(try FakePortal.user(in: try await front.whoAmI(at: inside, claim)) == WebFront.username)
            #expect(try FakePortal.user(in: try await front.whoAmI(at: front.url, claim)) == nil)
            let beside = "https://localhost:\(front.portal.port)/portal"
            #expect(try FakePortal.user(in: try await front.whoAmI(at: beside, claim)) == nil)
        }
    }
}

extension WebFront {
    /// What curl is told of the portal at a URL.
    func whoAmI(at url: String, _ arguments: [String] = []) async throws -> String {
        let answer = try await ForeignClient.curl(
            arguments, authority: authority, url + "/sharing/rest/portals/self?f=json")
        #expect(answer.status == 200, "\(answer.errors) \(log)")
        return answer.body
    }
}
