import HTTPSemantics
import PortalJudge
import Testing

/// What documents leave open to a client that is not ours.
@Suite struct `Wire lines of foreign clients` {
    @Test(arguments: [Evidence.Client.foreign, .builtIn])
    func `the first nonce that another client uses is its first, whichever was handed out`(
        _ client: Evidence.Client
    ) throws {
        var builder = EvidenceBuilder(client)
        builder.digest("nonce#2", count: 1)
        builder.digest("nonce#2", count: 2, cnonce: "cafe")
        let expectation = try Expectation.wire(
            "GET portals/self digest=alice nonce=nonce#1 nc=1 -> 200",
            "GET portals/self digest=alice nonce=nonce#1 nc=2 -> 200")
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(verdict.findings.contains { $0.code == "wire.order" } == (client == .builtIn))
    }

    @Test func `a nonce that was replaced and is used again is still the old one`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.digest("nonce#2", count: 1)
        builder.digest("nonce#2", count: 2, cnonce: "cafe")
        let expectation = try Expectation.wire(
            "GET portals/self digest=alice nonce=nonce#1 nc=1 -> 200",
            "GET portals/self digest=alice nonce=nonce#2 nc=2 -> 200")
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(!verdict.isPass)
    }

    @Test(arguments: [(Evidence.Client.foreign, true), (.builtIn, false)])
    func `a request whose token travels in a form is a POST`(_ client: Evidence.Client, _ passes: Bool) throws {
        var builder = EvidenceBuilder(client)
        builder.request(
            "POST", "Traffic", token: "token#1", body: "token=\(EvidenceBuilder.token)&f=json")
        let last = builder.evidence.journal.requests.count - 1
        builder.evidence.journal.requests[last].presented[0].carrier = .form
        let open = try Expectation.wire("GET Traffic +token#1 -> 200")
        #expect(Judge.verdict(on: builder.evidence, expecting: open).isPass == passes)
        let strict = try Expectation.wire("GET Traffic +token#1 carrier=esriHeader -> 200")
        #expect(!Judge.verdict(on: builder.evidence, expecting: strict).isPass)
        let bare = try Expectation.wire("GET Traffic bare -> 200")
        #expect(!Judge.verdict(on: builder.evidence, expecting: bare).isPass)
    }

    @Test(arguments: [(false, ["wire.missing", "wire.order"]), (true, ["wire.order"])])
    func `a request of another operation that never came stands before one over the wrong connection`(
        _ revokes: Bool, _ expected: [String]
    ) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "portals/self", token: "token#1")
        if revokes { builder.request("POST", "oauth2/revokeToken") }
        builder.request("GET", "portals/self")
        let verdict = Judge.verdict(
            on: builder.evidence,
            expecting: try Expectation.wire(
                "GET portals/self +token#1 -> 200", "POST oauth2/revokeToken -> 200",
                "GET portals/self bare conn=new -> 200"))
        #expect(verdict.findings.map(\.code) == expected)
        #expect(verdict.findings.first?.expected?.contains("revokeToken") == !revokes)
    }
}
