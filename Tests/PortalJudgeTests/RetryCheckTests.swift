import PortalJudge
import Testing

@Suite struct `Requests that are sent again` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var codes: [String] = []
        var client: Evidence.Client = .builtIn
        var allow: [Expectation.Allowance] = []
        let build: @Sendable (inout EvidenceBuilder) -> Void
    }

    @Test(arguments: [
        Case(testDescription: "a sign-in after a reset", codes: ["request.blind-repeat"]) {
            $0.login(fault: "reset"); $0.login()
        },
        Case(testDescription: "a sign-in after a reset, by anybody", codes: ["request.blind-repeat"], client: .foreign)
        {
            $0.login(fault: "reset"); $0.login()
        },
        Case(testDescription: "a sign-in after a 503", codes: ["request.blind-repeat"]) {
            $0.login(code: 503, fault: "status 503"); $0.login()
        },
        Case(testDescription: "a sign-in that the app asks for again") {
            $0.login(fault: "reset"); $0.evidence.asks = [0, 1]; $0.login()
        },
        Case(testDescription: "a sign-in that the scenario lets be repeated", allow: [.repeatedRequest]) {
            $0.login(fault: "reset"); $0.login()
        },
        Case(testDescription: "a sign-in with another password") {
            $0.login(fault: "reset"); $0.login("other-password")
        },
        Case(testDescription: "a sign-in whose answer came in other clothes") {
            $0.login(fault: "dress gzip"); $0.login()
        },
        Case(testDescription: "an edit after a stall", codes: ["request.blind-repeat"]) {
            $0.edit(fault: "stall"); $0.edit(fault: nil)
        },
        Case(testDescription: "side by side nothing can be told") {
            $0.login(fault: "reset"); $0.login(); $0.evidence.isConcurrent = true
        },
        Case(testDescription: "three sendings") {
            $0.lost(2); $0.read()
        },
        Case(testDescription: "four sendings", codes: ["request.too-often"]) {
            $0.lost(3); $0.read()
        },
        Case(testDescription: "four sendings that the app asked for") {
            $0.lost(2); $0.evidence.asks = [0, 2]; $0.lost(1); $0.read()
        },
        Case(testDescription: "failures with a success between them") {
            $0.lost(2); $0.read(); $0.lost(2); $0.read()
        },
        Case(testDescription: "at once after a connection that was lost") {
            $0.lost(1); $0.read(after: 0)
        },
        Case(testDescription: "at once after two connections that were lost", codes: ["request.no-pause"]) {
            $0.lost(2); $0.read(after: 1099)
        },
        Case(testDescription: "a moment after two connections that were lost") {
            $0.lost(2); $0.read(after: 1100)
        },
        Case(testDescription: "at once after a 503", codes: ["request.no-pause"]) {
            $0.busy(nil); $0.read(after: 99)
        },
        Case(testDescription: "at once after a 503, and the app asked for it") {
            $0.busy(nil); $0.evidence.asks = [0, 1]; $0.read(after: 0)
        },
        Case(testDescription: "a moment after a 503") {
            $0.busy(nil); $0.read(after: 100)
        },
        Case(testDescription: "once after it was cut off") {
            $0.cutOff(1); $0.read()
        },
        Case(testDescription: "twice after it was cut off", codes: ["request.answered-repeat"]) {
            $0.cutOff(2); $0.read()
        },
        Case(testDescription: "too early", codes: ["request.too-early"]) {
            $0.busy("2"); $0.read(after: 1900)
        },
        Case(testDescription: "in time") {
            $0.busy("2"); $0.read(after: 2000)
        },
        Case(testDescription: "before a date", codes: ["request.too-early"]) {
            $0.busy("Thu, 01 Jan 1970 00:00:10 GMT"); $0.read(after: 9000)
        },
        Case(testDescription: "before a date in the obsolete form of RFC 850", codes: ["request.too-early"]) {
            $0.busy("Thursday, 01-Jan-70 00:00:10 GMT"); $0.read(after: 9000)
        },
        Case(testDescription: "before a date in the form of asctime", codes: ["request.too-early"]) {
            $0.busy("Thu Jan  1 00:00:10 1970"); $0.read(after: 9000)
        },
        Case(testDescription: "after a date of a leap year") {
            $0.busy("Wed, 01 Mar 1972 00:00:00 GMT"); $0.read(after: (365 + 365 + 31 + 29) * 86_400_000)
        },
        Case(testDescription: "before a date of a leap year", codes: ["request.too-early"]) {
            $0.busy("Wed, 01 Mar 1972 00:00:00 GMT"); $0.read(after: (365 + 365 + 31 + 28) * 86_400_000)
        },
    ])
    func `are judged by what became of them`(_ row: Case) {
        var builder = EvidenceBuilder(row.client)
        row.build(&builder)
        var expectation = Expectation()
        expectation.allow = row.allow
        let verdict = Judge.verdict(on: builder.evidence, expecting: expectation)
        #expect(verdict.findings.map(\.code).filter { $0.hasPrefix("request.") } == row.codes)
    }

    @Test(arguments: [Evidence.Client.builtIn, .foreign], ["2", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func `of a stored report are judged whatever times it claims`(client: Evidence.Client, retryAfter: String) {
        for isBackwards in [false, true] {
            var builder = EvidenceBuilder(client)
            builder.busy(retryAfter)
            builder.read()
            for index in 0...1 {
                let time = (index == 0) == isBackwards ? Int64.max - 1023 : Int64.min
                builder.evidence.journal.requests[index].portalTime = time
                builder.evidence.journal.requests[index].advanced = time
            }
            let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
            #expect(verdict.findings.contains { $0.code == "request.too-early" } == isBackwards, "\(isBackwards)")
        }
    }

    @Test func `too early by anybody is loose`() {
        var builder = EvidenceBuilder(.foreign)
        builder.busy("2")
        builder.read(after: 100)
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.kind == .passedNonStrictly)
        #expect(verdict.findings.map(\.code) == ["request.too-early"])
    }

    @Test func `too often, at once and once more than what was cut off is loose by anybody`() {
        var builder = EvidenceBuilder(.foreign)
        builder.cutOff(3)
        builder.read(after: 2000)
        let verdict = Judge.verdict(on: builder.evidence, expecting: Expectation())
        #expect(verdict.kind == .passedNonStrictly)
        #expect(
            Set(verdict.findings.map(\.code)) == [
                "request.too-often", "request.answered-repeat", "request.no-pause",
            ])
    }
}

extension EvidenceBuilder {
    /// At a moment, or a second after the request before.
    private mutating func put(at moment: Int64? = nil) {
        let last = evidence.journal.requests.count - 1
        let time = moment ?? Int64(last) * 1000
        evidence.journal.requests[last].portalTime = time
        evidence.journal.requests[last].advanced = time
    }

    fileprivate mutating func read(after moment: Int64? = nil) {
        request("GET", "portals/self")
        put(at: moment)
    }

    fileprivate mutating func lost(_ count: Int) {
        for _ in 0..<count {
            request("GET", "portals/self", code: nil, fault: "reset")
            put()
        }
    }

    /// Answers of which 5 of 10 bytes came.
    fileprivate mutating func cutOff(_ count: Int) {
        for _ in 0..<count {
            request("GET", "portals/self", fault: "close body 5")
            put()
        }
    }

    fileprivate mutating func busy(_ retryAfter: String?) {
        request("GET", "portals/self", code: 503, status: 503)
        evidence.journal.requests[evidence.journal.requests.count - 1].answer?.retryAfter = retryAfter
        put(at: 0)
    }

    fileprivate mutating func edit(fault: String?) {
        request(
            "POST", "Traffic/0/applyEdits", code: fault == nil ? 200 : nil, body: "adds=1",
            target: "/server/rest/services/Traffic/FeatureServer/0/applyEdits", fault: fault)
    }
}
