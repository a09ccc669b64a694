import PortalJudge
import Testing

@Suite struct `Renewal loops` {
    /// A refused request per number, each after a new token, and what is done to the evidence then.
    private func isLoop(
        _ tokens: [Int], renewing: Bool = true, operation: (Int) -> String = { _ in "Traffic" },
        granted: Set<Int> = [], change: (inout EvidenceBuilder) -> Void = { _ in }
    ) -> Bool {
        var builder = EvidenceBuilder()
        for token in tokens {
            if renewing { builder.request("POST", "generateToken", issued: "token#\(token)") }
            builder.request(
                "GET", operation(token), token: "token#\(token)", code: granted.contains(token) ? 200 : 498)
        }
        change(&builder)
        return Judge.verdict(on: builder.evidence, expecting: Expectation()).findings.map(\.code)
            .contains("token.renewal-loop")
    }

    @Test func `are three refused tokens in a row`() {
        #expect(isLoop([1, 2, 3]))
        #expect(isLoop([1, 2, 3, 4]))
    }

    @Test func `are not one useless renewal`() { #expect(!isLoop([1, 2])) }

    @Test func `are not renewals that helped`() { #expect(!isLoop([1, 2, 3, 4, 5], granted: [2, 4])) }

    @Test func `are not tokens that were not renewed`() { #expect(!isLoop([1, 2, 3], renewing: false)) }

    @Test func `are not three operations`() { #expect(!isLoop([1, 2, 3], operation: { "Service\($0)" })) }

    @Test func `cannot be told where steps ran side by side`() {
        #expect(!isLoop([1, 2, 3], change: { $0.evidence.isConcurrent = true }))
    }

    @Test func `are reported once for each operation`() {
        var builder = EvidenceBuilder()
        for token in 1...6 {
            builder.request("POST", "generateToken", issued: "token#\(token)")
            builder.request("GET", "Traffic", token: "token#\(token)", code: 498)
        }
        let findings = Judge.verdict(on: builder.evidence, expecting: Expectation()).findings
        #expect(findings.filter { $0.code == "token.renewal-loop" }.count == 1)
        #expect(findings.first { $0.code == "token.renewal-loop" }?.nearest == "request 6   GET Traffic +token#3")
    }
}
