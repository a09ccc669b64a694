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

    @Test(arguments: [
        "/portal/sharing/rest/portals/self?f=json", "https://localhost:8443/portal/sharing/rest/portals/self?f=json",
        "/portal/sharing/rest/portals/%73el%66?f=json",
    ])
    func `a path is the same in every form of a target`(_ target: String) throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "portals/self", target: target)
        let own = try Expectation.wire("GET portals/self path=/portal/sharing/rest/portals/self -> 200")
        #expect(Judge.verdict(on: builder.evidence, expecting: own).kind == .passed)
        let other = try Expectation.wire("GET portals/self path=/sharing/rest/portals/self -> 200")
        let finding = Judge.verdict(on: builder.evidence, expecting: other).findings.first
        #expect(finding?.difference == "path is /portal/sharing/rest/portals/self")
    }

    @Test(
        arguments: [(4, [], false), (3, [], true), (6, [0, 3], true), (4, [0, 1, 2, 3, 4], true)]
            as [(Int, [Int], Bool)])
    func `the same request without a credential comes three times between two steps at most`(
        _ count: Int, _ asks: [Int], _ passes: Bool
    ) throws {
        var builder = EvidenceBuilder(.foreign)
        if !asks.isEmpty { builder.evidence.asks = asks }
        for _ in 1...count { builder.request("GET", "portals/self") }
        let verdict = Judge.verdict(on: builder.evidence, expecting: try .wire("GET portals/self -> 200"))
        #expect(verdict.isPass == passes, "\(verdict)")
        #expect(!passes || verdict.findings.contains { $0.code == "wire.probe" })
    }

    @Test func `credentials that are not sent ahead are named`() throws {
        var builder = EvidenceBuilder(.foreign)
        for _ in 1...2 {
            builder.request("GET", "portals/self", code: 401, status: 401, challenges: ["Basic"])
            builder.refuse("webTier", "no credentials were sent", .credentialsMissing)
            builder.basic()
        }
        let lines = ["GET portals/self -> 401", "GET portals/self basic=alice -> 200"]
        let verdict = Judge.verdict(
            on: builder.evidence, expecting: try .wire(lines[0], lines[1], lines[1]))
        #expect(verdict.kind == .passedNonStrictly)
        #expect(verdict.findings.first?.code == "wire.not-ahead")
        #expect(verdict.findings.first?.nearest?.hasPrefix("request 3") == true)
    }

    @Test(arguments: [(Evidence.Client.foreign, Verdict.Kind.passedNonStrictly), (.builtIn, .failed)])
    func `a session whose key is made anew is looser`(_ client: Evidence.Client, _ kind: Verdict.Kind) {
        var builder = EvidenceBuilder(client)
        builder.digest(count: 1)
        builder.digest(count: 2, cnonce: "cafe")
        #expect(Judge.verdict(on: builder.evidence, expecting: Expectation()).kind == .passed)
        builder.refuse("digest-session", "the session's key is made of this cnonce", nil, passed: true)
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.kind == kind)
        #expect(verdict.findings.map(\.code) == ["digest.session-renewed"])
        #expect(verdict.findings.first?.nearest?.hasPrefix("request 2") == true)
    }

    @Test func `what is permitted loosely is told with its reason`() throws {
        var builder = EvidenceBuilder(.foreign)
        builder.request("GET", "portals/self")
        var expectation = Expectation()
        expectation.loosely = [
            PermittedLine(try WireLine(parsing: "* * @http", isNever: true), reason: "a document leaves it open")
        ]
        #expect(Judge.verdict(on: builder.evidence, expecting: expectation).kind == .passed)
        builder.connection(listener: "http", origin: "http://localhost:8080")
        builder.request("GET", "portals/self", connection: 2, listener: "http", origin: "http://localhost:8080")
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(verdict.kind == .passedNonStrictly)
        #expect(verdict.findings.first?.difference == "a document leaves it open")
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
