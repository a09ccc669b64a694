import HTTPSemantics
import PortalJudge
import PortalTransport
import Testing

@testable import PortalConformance

/// What is read off one exchange, and off some.
@Suite struct `Exchanges` {
    private static func exchange(
        _ number: Int, headers: [HeaderField] = [],
        url: String = "https://portal.test/portal/sharing/rest/generateToken"
    ) -> WireExchange {
        var request = HTTPRequest(url: url)
        request.headers = headers
        return WireExchange(number: number, began: 0, moment: 0, request: request, isProbe: false)
    }

    private static func answered(_ number: Int, _ status: Int, _ headers: [HeaderField] = []) -> WireExchange {
        var exchange = Self.exchange(number)
        exchange.response = HTTPResponse(status: status, headers: headers)
        return exchange
    }

    private static func challenged(_ number: Int) -> WireExchange {
        answered(number, 401, [HeaderField("WWW-Authenticate", #"Basic realm="portal""#)])
    }

    private static func certificateRequested(_ number: Int) -> WireExchange {
        var exchange = Self.exchange(number)
        exchange.error = TransportError(.clientCertificateRequested, url: "https://portal.test/", detail: "requested")
        return exchange
    }

    @Test func `that were challenged are left out, unless nothing else is there`() {
        let all = [
            Self.certificateRequested(1), Self.challenged(2), Self.answered(3, 200), Self.answered(4, 401),
            Self.challenged(5),
        ]
        #expect(all.admitted.map(\.number) == [3, 4])
        #expect(all.prefix(2).admitted.map(\.number) == [2])
        #expect(all.prefix(0).admitted.isEmpty)
    }

    @Test func `tell the scheme of HTTP beside a token, which is none itself`() {
        let token = HeaderField("X-Esri-Authorization", "Bearer abc")
        let both = Self.exchange(1, headers: [token, HeaderField("Authorization", "Digest username=\"alice\"")])
        #expect(both.httpScheme == "digest" && both.headerToken == "abc")
        let alone = Self.exchange(2, headers: [HeaderField("Authorization", "Bearer abc")])
        #expect(alone.httpScheme == nil && alone.headerToken == "abc")
    }

    @Test(arguments: [false, true])
    func `with a ticket may go over plain HTTP where that is allowed, unless a token goes along`(
        hasToken: Bool
    ) throws {
        let portal = try #require(Origin(ofURL: "http://portal.test/portal"))
        var headers = [HeaderField("Authorization", "Negotiate YII=")]
        if hasToken { headers.append(HeaderField("X-Esri-Authorization", "Bearer abc")) }
        let exchange = Self.exchange(1, headers: headers, url: "http://portal.test/portal/sharing/rest/portals/self")
        let rules = ExchangeRules(secrets: [], portal: portal, allowsPlainTickets: true)
        let findings = rules.findings([exchange], heldBack: [])
        #expect(findings.map(\.code) == (hasToken ? ["client.plain-text"] : []))
        #expect(findings.allSatisfy { $0.problem.contains("R20") })
    }
}
