import PortalJudge
import Testing

@Suite struct `Secrets of a log that is written while they are made` {
    /// The secrets of a portal that has issued tokens up to a number, and keeps so many; a password stands behind them.
    private static func canaries(upTo last: Int, keeping most: Int) -> [Canary] {
        (max(1, last - most + 1)...last).map { Canary(name: "token#\($0)", kind: .token, value: text($0), origins: []) }
            + [Canary(name: "p12 password", kind: .password, value: "Rosalind-1962", origins: [])]
    }

    private static func text(_ number: Int) -> String { "Xq7-token-that-is-long-enough-\(1_000_000 + number)-end" }

    @Test func `are learned where as many are forgotten as are made`() {
        var redactor = TrafficRedactor()
        for last in 5...90 {
            redactor.learn(Self.canaries(upTo: last, keeping: 5))
            #expect(redactor.target("/zz\(Self.text(last))") == "/zzredacted-token-\(last)")
        }
    }

    @Test(arguments: 6...40)
    func `stay for a while when the portal has forgotten them`(number: Int) {
        var redactor = TrafficRedactor()
        for last in 5...number + 16 { redactor.learn(Self.canaries(upTo: last, keeping: 1)) }
        #expect(redactor.text("x \(Self.text(number)) y") == "x redacted-token-\(number) y")
    }
}
