import PortalJudge
import Testing

@Suite struct `Secrets of a log that is written while they are made` {
    /// The secrets of a portal that has issued tokens up to a number, and keeps so many; a password stands behind them.
    private static func canaries(upTo last: Int, keeping most: Int) -> [Canary] {
        (max(1, last - most + 1)...last).map { Canary(name: "token#\($0)", kind: .token, value: text($0), origins: []) }
            + [Canary(name: "p12 password", kind: .password, value: "Rosalind-1962", origins: [])]
    }

    /// No piece of one is a piece of another.
    private static func text(_ number: Int) -> String {
        var state = UInt64(number)
        return String(
            (0..<32).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(state >> 59) % 26))
            })
    }

    @Test func `are learned where as many are forgotten as are made`() {
        var redactor = TrafficRedactor()
        for last in 5...60 {
            redactor.learn(Self.canaries(upTo: last, keeping: 5))
            #expect(redactor.target("/zz\(Self.text(last))") == "/zzredacted-token-\(last)")
        }
    }

    @Test(arguments: [6, 21, 22, 30])
    func `stay for a while when the portal has forgotten them`(number: Int) {
        var redactor = TrafficRedactor()
        for last in 5...number + 16 { redactor.learn(Self.canaries(upTo: last, keeping: 1)) }
        #expect(redactor.text("x \(Self.text(number)) y") == "x redacted-token-\(number) y")
    }
}
