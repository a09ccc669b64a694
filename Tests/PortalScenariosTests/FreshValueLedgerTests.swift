import ChildProcess
import PortalJudge
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

@testable import PortalScenarios

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct `The ledger of values that are made up` {
    private static func state(_ text: String, _ request: Int = 1) -> FreshValue {
        FreshValue(kind: .state, text: text, request: request)
    }

    @Test func `tells both processes of each other, whichever came first`() {
        let ledger = FreshValueLedger()
        ledger.note([Self.state("same", 4)], of: "b")
        ledger.note([Self.state("own")], of: "c")
        ledger.note([Self.state("same", 7), FreshValue(kind: .cnonce, text: "same", request: 8)], of: "a")
        #expect(ledger.reuses(of: "a") == [Evidence.Reuse(kind: .state, request: 7, other: "b")])
        #expect(ledger.reuses(of: "b") == [Evidence.Reuse(kind: .state, request: 4, other: "a")])
        #expect(ledger.reuses(of: "c").isEmpty && ledger.reuses(of: "d").isEmpty)
    }

    @Test func `takes what one process sends twice for its own`() {
        let ledger = FreshValueLedger()
        ledger.note([Self.state("one"), Self.state("two", 2)], of: "a")
        #expect(ledger.reuses(of: "a").isEmpty)
    }

    @Test func `names the first of several by name, and another start of the same run where there is no other`() {
        let ledger = FreshValueLedger()
        for run in ["c", "b", "a (twin)", "a", "d", "d"] { ledger.note([Self.state(run == "d" ? "d" : "x")], of: run) }
        #expect(ledger.reuses(of: "b").map(\.other) == ["a"])
        #expect(ledger.reuses(of: "a").map(\.other) == ["a (twin)"])
        #expect(ledger.reuses(of: "d").map(\.other) == ["d"])
    }

    /// A client that asks for a sign-in page, with a state and a challenge that a shell makes.
    private func results(state: String, challenge: String) async throws -> [RunResult] {
        let files = try TemporaryFolder()
        try ProgramFile.write(
            """
            #!/bin/sh
            page="$PORTAL_URL/sharing/rest/oauth2/authorize?client_id=$PORTAL_OAUTH_CLIENT_ID&response_type=code"
            page="$page&redirect_uri=$PORTAL_OAUTH_REDIRECT_URI&state=\(state)&code_challenge=\(challenge)"
            curl --silent --cacert "$PORTAL_CA_FILE" --output /dev/null "$page&code_challenge_method=S256"
            exit 1
            """, to: "\(files.path)/client.sh")
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(files.path)/client.sh'")
        options.timeLimit = .seconds(120)
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(
            try library.selected(by: ["oauth/code-with-proof", "oauth/out-of-band"])
        ).results
    }

    private static func codes(_ results: [RunResult]) -> [[String]] {
        results.map { result in
            (result.verdict.findings + Judge.verdict(on: result.evidence, expecting: .init()).findings)
                .map(\.code).filter { $0.hasSuffix("-constant") }
        }
    }

    @Test(.curl)
    func `tells of a challenge that is built into a client`() async throws {
        let results = try await results(state: "$$", challenge: "c-of-everybody")
        #expect(results.count == 2)
        for (result, other) in zip(results, results.reversed()) {
            let finding = result.verdict.findings.first { $0.code == "oauth.verifier-constant" }
            #expect(finding?.expected?.contains(other.name) == true, "\(result.verdict)")
            #expect(result.judgedAgain == result.verdict)
        }
    }

    @Test(.curl)
    func `says nothing of what differs`() async throws {
        #expect(Self.codes(try await results(state: "s$$", challenge: "c$$")).allSatisfy(\.isEmpty))
    }

    @Test(.curl)
    func `tells of a state that is built into a client, loosely beside a challenge`() async throws {
        let results = try await results(state: "abc", challenge: "c$$")
        #expect(results.allSatisfy { $0.evidence.reused?.map(\.kind) == [.state] })
        #expect(Self.codes(results).allSatisfy { $0.contains("oauth.state-constant") })
    }
}
