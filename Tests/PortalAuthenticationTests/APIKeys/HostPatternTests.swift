import PortalAuthentication
import Testing

@Suite struct `Host patterns` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let matched: [String]
        let others: [String]
    }
    static let cases = [
        Case(
            testDescription: "*.d.com", matched: ["a.d.com", "b.a.d.com", "A.D.com"],
            others: ["d.com", "x.com", "ad.com", "bad.com", "a.d.com.evil", "d.com.a", ".d.com"]),
        Case(testDescription: "*.D.com", matched: ["a.d.com"], others: ["d.com"]),
        Case(testDescription: "d.com", matched: ["d.com", "D.COM"], others: ["a.d.com", "xd.com", "d.com.evil"]),
        Case(testDescription: "*", matched: ["d.com", "x", "::1"], others: []),
        Case(testDescription: "127.0.0.1", matched: ["127.0.0.1"], others: ["127.0.0.12"]),
        Case(testDescription: "[::1]", matched: ["::1"], others: ["::2"]),
        Case(
            testDescription: "*.bücher.example", matched: ["a.xn--bcher-kva.example"], others: ["xn--bcher-kva.example"]
        ),
    ]

    @Test(arguments: cases) func `name hosts by whole labels`(_ one: Case) throws {
        let pattern = try HostPattern(one.testDescription)
        for host in one.matched { #expect(pattern.matches(host), "\(host)") }
        for host in one.others { #expect(!pattern.matches(host), "\(host)") }
    }

    @Test(arguments: [
        "", "*.", "*.*.com", "a.*.com", "*d.com", "https://d.com", "d.com/path", "d.com:8443", "d.com:443", "u@d.com",
        "d .com", "d.com?x", "d.com#x", "a\nb", "d%2ecom", "**",
    ]) func `that name no host are refused`(_ text: String) {
        let error = #expect(throws: PortalError.self) { try HostPattern(text) }
        #expect(error?.code == .invalidArgument && error?.detail.contains("\n") == false)
    }
}
