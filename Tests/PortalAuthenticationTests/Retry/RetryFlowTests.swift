import HTTPSemantics
import PortalAuthentication
import PortalTransport
import Testing

@Suite struct `Retry flow` {
    struct Failure: CustomTestStringConvertible, Sendable {
        let code: TransportError.Code
        let wasSent: Bool
        /// Whether a byte of the answer came.
        var hasBegun = false
        /// How often it is sent in all: a GET, then anything else.
        let reading: Int
        let changing: Int
        var testDescription: String {
            "\(code)\(wasSent ? " after it was sent" : "")\(hasBegun ? ", in the answer" : "")"
        }
        var error: TransportError {
            TransportError(
                code, url: "https://h.test/", detail: "broken", mayHaveBeenSent: wasSent,
                hasReceivedBytes: hasBegun)
        }
    }

    private func sendings(_ nature: WireRequest.Nature, policy: RetryPolicy = RetryPolicy(), _ error: TransportError)
        -> Int
    {
        var flow = RetryFlow(policy: policy, nature: nature)
        var count = 1
        while flow.wait(after: error, unit: 0) != nil, count < 100 { count += 1 }
        return count
    }

    @Test func `where no server listens is none for what can go another way`() {
        let error = TransportError(.cannotConnect, url: "https://h.test", detail: "no server listens")
        var flow = RetryFlow(policy: RetryPolicy(), nature: .idempotent, hasOtherWay: true)
        #expect(flow.wait(after: error, unit: 0) == nil)
        var only = RetryFlow(policy: RetryPolicy(), nature: .idempotent)
        #expect(only.wait(after: error, unit: 0) != nil)
    }

    @Test(arguments: [
        Failure(code: .cannotConnect, wasSent: false, reading: 3, changing: 3),
        Failure(code: .connectionLost, wasSent: false, reading: 3, changing: 3),
        Failure(code: .emptyReply, wasSent: false, reading: 3, changing: 3),
        Failure(code: .connectionLost, wasSent: true, reading: 3, changing: 1),
        Failure(code: .emptyReply, wasSent: true, reading: 3, changing: 1),
        Failure(code: .connectionLost, wasSent: true, hasBegun: true, reading: 1, changing: 1),
        Failure(code: .partialBody, wasSent: true, reading: 2, changing: 1),
        Failure(code: .cannotFindHost, wasSent: false, reading: 1, changing: 1),
        Failure(code: .timedOut, wasSent: false, reading: 1, changing: 1),
        Failure(code: .timedOut, wasSent: true, reading: 1, changing: 1),
        Failure(code: .secureConnectionFailed, wasSent: false, reading: 1, changing: 1),
        Failure(code: .serverTrust, wasSent: false, reading: 1, changing: 1),
        Failure(code: .clientCertificateRequested, wasSent: false, reading: 1, changing: 1),
        Failure(code: .clientCertificateRequired, wasSent: true, reading: 1, changing: 1),
        Failure(code: .clientCertificateRejected, wasSent: true, reading: 1, changing: 1),
        Failure(code: .malformedResponse, wasSent: true, reading: 1, changing: 1),
        Failure(code: .responseTooLarge, wasSent: true, reading: 1, changing: 1),
        Failure(code: .proxyAuthenticationRequired, wasSent: false, reading: 1, changing: 1),
        Failure(code: .malformedRequest, wasSent: false, reading: 1, changing: 1),
        Failure(code: .cancelled, wasSent: false, reading: 1, changing: 1),
        Failure(code: .library, wasSent: false, reading: 1, changing: 1),
    ]) func `repeats what was no verdict and does no harm`(_ failure: Failure) {
        #expect(sendings(.idempotent, failure.error) == failure.reading)
        #expect(sendings(.changing, failure.error) == failure.changing)
        #expect(sendings(.signIn, failure.error) == failure.changing)
    }

    @Test(arguments: [
        (200, 1), (400, 1), (401, 1), (404, 1), (407, 1), (408, 1), (429, 3), (498, 1), (500, 1), (501, 1), (502, 3),
        (503, 3), (504, 3), (505, 1),
    ]) func `repeats after a busy server`(_ status: Int, _ reading: Int) {
        for (nature, expected) in [(WireRequest.Nature.idempotent, reading), (.changing, 1), (.signIn, 1)] {
            var flow = RetryFlow(policy: RetryPolicy(), nature: nature)
            var count = 1
            while flow.wait(after: HTTPResponse(status: status), now: Timestamp(milliseconds: 0), unit: 0) != nil,
                count < 100
            { count += 1 }
            #expect(count == expected)
        }
    }

    @Test func `waits longer each time, with jitter on top`() {
        let error = TransportError(.cannotConnect, url: "", detail: "refused")
        var policy = RetryPolicy()
        policy.maxTries = 4
        var flow = RetryFlow(policy: policy, nature: .idempotent)
        #expect(flow.wait(after: error, unit: 0) == .milliseconds(500))
        #expect(flow.wait(after: error, unit: 0.5) == .milliseconds(1125))
        #expect(flow.wait(after: error, unit: 0.5) == .milliseconds(2250))
        #expect(flow.wait(after: error, unit: 0.5) == nil)
        #expect(flow.tries == 4)
    }

    /// RFC 9112 §9.3.1: what the transport repeats over a new connection has been sent, too.
    @Test func `counts what the transport has repeated`() {
        let twice = TransportError(
            .connectionLost, url: "", detail: "broken", mayHaveBeenSent: true, sendings: 2)
        let once = TransportError(.emptyReply, url: "", detail: "broken", mayHaveBeenSent: true)
        var flow = RetryFlow(policy: RetryPolicy(), nature: .idempotent)
        #expect(flow.wait(after: twice, unit: 0) == .milliseconds(500))
        #expect(flow.tries == 3 && flow.wait(after: once, unit: 0) == nil)

        var busy = HTTPResponse(status: 503)
        busy.sendings = 2
        var other = RetryFlow(policy: RetryPolicy(), nature: .idempotent)
        #expect(other.wait(after: once, unit: 0) == .milliseconds(500))
        #expect(other.wait(after: busy, now: Timestamp(milliseconds: 0), unit: 0) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1])
    func `takes a policy's numbers for what they can mean`(_ number: Double) {
        let error = TransportError(.cannotConnect, url: "", detail: "refused")
        var policy = RetryPolicy()
        policy.growth = number
        policy.jitter = number
        policy.maxTries = 4
        var flow = RetryFlow(policy: policy, nature: .idempotent)
        while let wait = flow.wait(after: error, unit: 0.5) {
            #expect(wait >= .zero && wait <= .seconds(86_400))
        }
        #expect(flow.tries == 4)
    }

    @Test func `counts a partial body once, among the tries`() {
        var flow = RetryFlow(policy: RetryPolicy(), nature: .idempotent)
        let partial = TransportError(.partialBody, url: "", detail: "", mayHaveBeenSent: true)
        let lost = TransportError(.emptyReply, url: "", detail: "", mayHaveBeenSent: true)
        #expect(flow.wait(after: partial, unit: 0) != nil)
        #expect(flow.wait(after: lost, unit: 0) != nil)
        #expect(flow.wait(after: lost, unit: 0) == nil)
        #expect(flow.wait(after: partial, unit: 0) == nil)
    }

    @Test(arguments: [0, 1, -5]) func `never repeats where the policy says one try`(_ tries: Int) {
        var policy = RetryPolicy()
        policy.maxTries = tries
        #expect(sendings(.idempotent, policy: policy, TransportError(.cannotConnect, url: "", detail: "")) == 1)
    }

    @Test func `ends at some time whatever the policy says`() {
        var policy = RetryPolicy()
        policy.maxTries = 90
        policy.growth = 1e9
        policy.jitter = 1e9
        var flow = RetryFlow(policy: policy, nature: .idempotent)
        let error = TransportError(.cannotConnect, url: "", detail: "")
        var longest = Duration.zero
        while let wait = flow.wait(after: error, unit: 0.9) { longest = max(longest, wait) }
        #expect(longest == .seconds(86_400))
        policy.firstDelay = .seconds(Int64.max)
        policy.growth = 100
        var late = RetryFlow(policy: policy, nature: .idempotent)
        #expect(late.wait(after: error, unit: 0.9) == .seconds(86_400))
        #expect(late.wait(after: error, unit: 0.9) == .seconds(86_400))
    }

    struct Asked: CustomTestStringConvertible, Sendable {
        let value: String
        var date: String?
        /// nil: fails at once.
        let wait: Duration?
        var testDescription: String { value + (date.map { " at \($0)" } ?? "") }
    }

    /// 2023-11-14T22:13:20Z
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)

    @Test(arguments: [
        Asked(value: "1", wait: .seconds(1)), Asked(value: " 2\t", wait: .seconds(2)),
        Asked(value: "0", wait: .milliseconds(500)), Asked(value: "30", wait: .seconds(30)),
        Asked(value: "31", wait: nil), Asked(value: "120", wait: nil),
        Asked(value: "99999999999999999999999999", wait: nil),
        Asked(value: "-5", wait: .milliseconds(500)), Asked(value: "+5", wait: .milliseconds(500)),
        Asked(value: "-", wait: .milliseconds(500)),
        Asked(value: "soon", wait: .milliseconds(500)), Asked(value: "1.5", wait: .milliseconds(500)),
        Asked(value: "", wait: .milliseconds(500)), Asked(value: "1e3", wait: .milliseconds(500)),
        Asked(value: "٣", wait: .milliseconds(500)),
        Asked(value: "Tue, 14 Nov 2023 22:13:25 GMT", wait: .seconds(5)),
        Asked(value: "Tuesday, 14-Nov-23 22:13:25 GMT", wait: .seconds(5)),
        Asked(value: "Tue Nov 14 22:13:25 2023", wait: .seconds(5)),
        Asked(
            value: "Tue, 14 Nov 2023 23:00:03 GMT", date: "Tue, 14 Nov 2023 23:00:00 GMT", wait: .seconds(3)),
        Asked(value: "Tue, 14 Nov 2023 22:13:25 GMT", date: "yesterday", wait: .seconds(5)),
        Asked(value: "Tue, 14 Nov 2023 22:14:00 GMT", wait: nil),
        Asked(value: "Sun, 06 Nov 1994 08:49:37 GMT", wait: .milliseconds(500)),
        Asked(value: "Tue, 14 Foo 2023 22:13:25 GMT", wait: .milliseconds(500)),
        Asked(value: "Tue, 14 Nov 2023 22:x:13:25 GMT", wait: .milliseconds(500)),
    ]) func `honours what the server asks for, up to a bound`(_ asked: Asked) {
        var response = HTTPResponse(status: 503, headers: [HeaderField("retry-after", asked.value)])
        if let date = asked.date { response.headers.append(HeaderField("Date", date)) }
        var flow = RetryFlow(policy: RetryPolicy(), nature: .idempotent)
        #expect(flow.wait(after: response, now: Self.now, unit: 0) == asked.wait)
    }

    @Test func `asks for jitter only where it waits`() {
        var flow = RetryFlow(policy: RetryPolicy(), nature: .idempotent)
        func never() -> Double {
            Issue.record("a request that succeeds costs no random number")
            return 0
        }
        #expect(flow.wait(after: HTTPResponse(status: 200), now: Self.now, unit: never()) == nil)
    }
}
