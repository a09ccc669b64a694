import HTTPSemantics
import PortalJudge
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct `Stored evidence` {
    private var leaky: Evidence {
        var builder = EvidenceBuilder()
        builder.login()
        builder.request("GET", "Traffic", token: "token#1", target: "/x?token=canary%2dtoken-0001")
        builder.request(
            "GET", "info", headers: [HeaderField("Authorization", "Basic YWxpY2U6Y2FuYXJ5LXBhc3N3b3JkLTE=")])
        builder.evidence.output = [ClientOutput(place: "log", text: "password=\(EvidenceBuilder.password)!")]
        builder.evidence.events = ["failed(\(EvidenceBuilder.token))"]
        return builder.evidence
    }

    @Test func `holds no secret in any encoding`() throws {
        let text = String(decoding: try JSONEncoder().encode(leaky.redacted()), as: UTF8.self)
        for secret in [
            EvidenceBuilder.password, EvidenceBuilder.token, "canary%2dtoken-0001", "Y2FuYXJ5LXBhc3N3b3JkLTE",
        ] {
            #expect(!text.contains(secret))
        }
        for request in leaky.redacted().journal.requests {
            let bytes = String(decoding: request.body, as: UTF8.self)
            #expect(!bytes.contains(EvidenceBuilder.password))
        }
    }

    @Test func `holds no secret that stands where a scheme or a user name belongs`() throws {
        var builder = EvidenceBuilder()
        for value in [EvidenceBuilder.token, "\(EvidenceBuilder.token) x", "Basic\tYWxpY2U6Y2FuYXJ5LXBhc3N3b3JkLTE="] {
            builder.request(
                "GET", "info", token: "token#1", headers: [HeaderField("Authorization", value)],
                authorization: Journal.Authorization(
                    scheme: EvidenceBuilder.token, username: EvidenceBuilder.password, verdict: .wrong,
                    realm: EvidenceBuilder.token, cnonce: EvidenceBuilder.password))
        }
        builder.login()
        let text = String(decoding: try JSONEncoder().encode(builder.evidence.redacted()), as: UTF8.self)
        for secret in [EvidenceBuilder.password, EvidenceBuilder.token, "Y2FuYXJ5LXBhc3N3b3JkLTE"] {
            #expect(!text.contains(secret))
        }
    }

    @Test func `is judged like fresh evidence`() throws {
        let expectation = try Expectation.wire(
            "POST generateToken password=right -> token#1", "GET Traffic +token#1 -> 200")
        let fresh = Judge.verdict(on: leaky, expecting: expectation)
        #expect(fresh.kind == .failed)
        let stored = try JSONDecoder().decode(Evidence.self, from: try JSONEncoder().encode(leaky.redacted()))
        let expected = try JSONDecoder().decode(Expectation.self, from: try JSONEncoder().encode(expectation))
        let again = Judge.verdict(on: stored, expecting: expected)
        #expect(again.findings.map(\.code) == fresh.findings.map(\.code))
        #expect(again.kind == fresh.kind)
    }
}
