import HTTPSemantics
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

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000_000), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777_000), ("Sun Nov  6 08:49:37 1994", 784_111_777_000),
            ("Sun, 99 Nov 1994 08:49:37 GMT", nil), ("", nil),
        ] as [(String, Int64?)])
    func `are corrected by dates as servers send them`(_ text: String, _ milliseconds: Int64?) {
        #expect(HTTPDate.parse(text)?.milliseconds == milliseconds)
    }
}
