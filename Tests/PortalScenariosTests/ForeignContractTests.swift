import ChildProcess
import FixtureFiles
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

/// How a command ends, and whether it does the same everywhere.
@Suite struct `The contract of a command` {
    private let library: ScenarioLibrary
    private let files: TemporaryFolder

    init() throws {
        library = try ScenarioLibrary(fixtures: .embedded)
        files = try TemporaryFolder()
    }

    private func report(
        _ script: String, in ids: [String], mode: ForeignCommand.Mode = .command, reasons: ReasonMap = ReasonMap()
    ) async throws -> RunReport {
        let path = "\(files.path)/client"
        try ProgramFile.write(script, to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'", reasons: reasons, mode: mode)
        options.timeLimit = .seconds(120)
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ids))
    }

    @Test(arguments: [ForeignCommand.Mode.command, .steps])
    func `knows three exit codes, and those that a map knows`(_ mode: ForeignCommand.Mode) async throws {
        let answering =
            "while read -r line; do id=${line#*\\\"id\\\":}; echo \"{\\\"id\\\":${id%%,*},\\\"outcome\\\":\\\"refused\\\"}\"; done"
        let script = "#!/bin/sh\n\(mode == .steps ? answering : ":")\nexit 3\n"
        let breach = try await report(script, in: ["connect/private-anonymous"], mode: mode).results
        #expect(breach.map(\.verdict.kind) == [.failed, .failed].prefix(breach.count).map { $0 } && !breach.isEmpty)
        for result in breach {
            #expect(result.verdict.findings.contains { $0.code == "client.exit-code" }, "\(result.verdict)")
            #expect(result.judgedAgain == result.verdict)
        }
        let map = try ReasonMap(decoding: ["exitCodes": ["3": "token-required"]], source: "map.json")
        for result in try await report(script, in: ["connect/private-anonymous"], mode: mode, reasons: map).results {
            #expect(!result.verdict.findings.contains { $0.code == "client.exit-code" }, "\(result.verdict)")
        }
    }

    @Test func `tells a crash as one`() async throws {
        let crashed = try await report("#!/bin/sh\nkill -SEGV $$\n", in: ["connect/private-anonymous"]).results
        #expect(crashed.allSatisfy { $0.verdict.findings.first?.code == "client.signal" } && !crashed.isEmpty)
        let told = try await report("#!/bin/sh\nexit 139\n", in: ["connect/private-anonymous"]).results
        #expect(told.allSatisfy { $0.verdict.findings.first?.nearest?.contains("SIGSEGV") == true } && !told.isEmpty)
    }

    @Test func `has a client do the same in every scenario, as far as it can tell them apart`() async throws {
        let script = """
            #!/bin/sh
            case "$PORTAL_SCENARIO" in *authenticated*) exit 89 ;; esac
            curl -sS --fail --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/portals/self?f=json" >/dev/null || exit 1
            """
        // Both ask to load the portal as alice, whose sign-in the command leaves out.
        let ids = ["connect/authenticated-stored", "connect/private-member"]
        let results = try await report(script, in: ids).results
        let other = results.filter { $0.scenario == "connect/authenticated-stored" }
        let same = results.filter { $0.scenario == "connect/private-member" }
        #expect(!other.isEmpty && !same.isEmpty)
        if other[0].evidence.abilities?.declined == same[0].evidence.abilities?.did.first {
            #expect(other.allSatisfy { $0.verdict.findings.first?.code == "client.inconsistent" })
        } else {
            #expect(other.allSatisfy { $0.verdict.kind == .notApplicable })
        }
    }

    @Test func `has a client that is told steps do a step again that it did`() async throws {
        // It answers the second request of the run, which is the first one again, as if it could not do that.
        let script = #"""
            #!/usr/bin/env python3
            import json, sys
            asked = 0
            for line in sys.stdin:
                message = json.loads(line)
                answer = {"id": message["id"]}
                if message["step"] == "request":
                    asked += 1
                    answer.update({"outcome": "accepted"} if asked == 1 else {"unsupported": True})
                print(json.dumps(answer), flush=True)
            """#
        let results = try await report(script, in: ["tokens/preacquired", "tokens/ssl-only"], mode: .steps).results
        #expect(results.contains { $0.evidence.abilities?.did.isEmpty == false })
        let expired = try await report(script, in: ["tokens/revoked-silent"], mode: .steps).results
        // A client that never sent the request has no token to revoke, so that the runner ends the dialogue before the second one.
        #expect(expired.allSatisfy { $0.verdict.kind == .failed })
    }
}
