import PortalJudge
import Testing

@Suite struct `A search for secrets` {
    private static let token = "q7Zt0mVxW3rLb9KcYh2NfUd8SgJe5PaQi1Tow6Bz"

    private static func evidence(_ output: ClientOutput) -> Evidence {
        var evidence = Evidence(client: .foreign)
        evidence.canaries = [
            Canary(name: "token#1", kind: .token, value: token, origins: []),
            Canary(name: "password:alice", kind: .password, value: "short-pass", origins: []),
        ]
        evidence.output = [output]
        return evidence
    }

    private static func findings(_ output: ClientOutput) -> [Finding] {
        // A stored report is judged like the run.
        let fresh = Judge.verdict(on: evidence(output), expecting: Expectation()).findings
        let stored = Judge.verdict(on: evidence(output).redacted(), expecting: Expectation()).findings
        #expect(fresh.map(\.code) == stored.map(\.code))
        #expect(!stored.contains { "\($0)".contains(token.prefix(16)) })
        return fresh
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String { output.place }
        let output: ClientOutput
        let code: String
    }

    @Test(arguments: [
        Case(output: .arguments(of: "curl", "curl -H Bearer\u{20}\(token)"), code: "secret.in-arguments"),
        Case(output: .environment(of: "jq", "TOKEN=\(token)"), code: "secret.in-environment"),
        Case(output: .temporaryFile("/tmp/x", "a=\(token)"), code: "secret.in-temporary-file"),
        Case(output: ClientOutput(place: "file ~/.cache", text: token), code: "secret.in-file"),
        Case(output: ClientOutput(place: "standard error", text: token), code: "secret.in-output"),
    ])
    func `says where a secret stood`(_ row: Case) {
        let found = Self.findings(row.output)
        #expect(found.map(\.code) == [row.code])
        #expect(found.allSatisfy { $0.problem.hasPrefix("token#1 ") && $0.problem.contains(row.output.place) })
    }

    @Test func `finds sixteen characters of a secret, and not fifteen`() {
        let sixteen = Self.findings(ClientOutput(place: "log", text: "token \(Self.token.prefix(16))…"))
        #expect(sixteen.map(\.problem) == ["a piece of token#1 appears in the client's log"])
        #expect(Self.findings(ClientOutput(place: "log", text: "token \(Self.token.prefix(15))…")).isEmpty)
    }

    @Test func `finds a secret that is written over two lines`() {
        let text = "\(Self.token.prefix(20))\n\(Self.token.dropFirst(20))"
        #expect(Self.findings(ClientOutput(place: "file $TMPDIR/x", text: text)).map(\.code) == ["secret.in-file"])
    }

    @Test func `takes a whole secret for no piece`() {
        let search = SecretSearch(Self.evidence(ClientOutput(place: "log", text: "")))
        let found = search.names(in: Array("\(Self.token) short-pass".utf8))
        #expect(found.map(\.name) == ["token#1", "password:alice"])
        #expect(found.allSatisfy { !$0.isPiece })
    }
}
