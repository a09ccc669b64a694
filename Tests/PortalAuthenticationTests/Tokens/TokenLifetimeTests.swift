import PortalAuthentication
import Testing

@Suite struct `Token lifetimes` {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expires: Int64?
        var issued: Int64?
        let received: Int64
        let renewal: Int64?
    }
    static let cases = [
        Case(testDescription: "a tenth of a minute", expires: 60_000, received: 0, renewal: 54_000),
        Case(testDescription: "at most the margin", expires: 7_200_000, received: 0, renewal: 6_900_000),
        Case(testDescription: "no expiry", expires: nil, received: 0, renewal: nil),
        Case(
            testDescription: "our clock is ahead", expires: 3_600_000, issued: 0, received: 7_200_000,
            renewal: 10_500_000),
        Case(
            testDescription: "our clock is behind", expires: 10_800_000, issued: 7_200_000, received: 0,
            renewal: 3_300_000),
        Case(testDescription: "expired when issued", expires: 10, received: 100, renewal: nil),
        Case(testDescription: "absurd", expires: .max, issued: .min, received: 0, renewal: nil),
    ]

    @Test(arguments: cases) func `end by the issuer's clock`(_ one: Case) {
        let stamp = { (value: Int64?) in value.map { Timestamp(milliseconds: $0) } }
        let renewal = TokenLifetime.renewal(
            expires: stamp(one.expires), issued: stamp(one.issued), received: Timestamp(milliseconds: one.received),
            margin: .seconds(300))
        #expect(renewal?.milliseconds == one.renewal)
    }

    @Test func `end when the issuer says, where the margin is below zero`() {
        let renewal = TokenLifetime.renewal(
            expires: Timestamp(milliseconds: .max), issued: nil, received: Timestamp(milliseconds: 0),
            margin: .seconds(-1e15))
        #expect(renewal?.milliseconds == .max)
    }
}
