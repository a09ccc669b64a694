import ChildProcess
import JSONValues
import PortalJudge
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

@testable import PortalScenarios

/// How a command ends, and whether it does the same everywhere.
@Suite struct `The contract of a command` {
    private let library: ScenarioLibrary
    private let files: TemporaryFolder

    init() throws {
        library = try SharedLibrary.library
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

    /// It takes whatever it is told for done.
    private static let credulous = """
        #!/bin/sh
        while read -r line; do
            id=${line##*\\"id\\":}
            echo "{\\"id\\":${id%%[,\\}]*},\\"outcome\\":\\"accepted\\"}"
        done

        """
    /// It looks at no file either, and refuses those that come with a password that is not empty.
    private static let importing = credulous.replacing(
        "    id=",
        with: #"""
                id=${line##*\"id\":}
                case "$line" in *'"password":""'*) ;; *'"password":'*importIdentity*)
                    echo "{\"id\":${id%%[,\}]*},\"outcome\":\"refused\",\"reason\":\"invalid-password\"}"
                    code=1
                    continue ;;
                esac
                id=
            """#
    ).replacing("done\n", with: "done\nexit ${code:-0}\n")

    @Test func `asks for no request where a file is to be imported, and has a wrong password refused beside it`()
        async throws
    {
        let right = try await report(Self.importing, in: ["pki/import-empty-password"], mode: .steps).results
        #expect(right.count == 4)
        for result in right { #expect(result.verdict.kind == .passed, "\(result.verdict)") }
        let credulous = try await report(Self.credulous, in: ["pki/import-empty-password"], mode: .steps).results
        for result in credulous {
            #expect(result.verdict.findings.map(\.code) == ["twin"])
            #expect(result.verdict.findings.first?.problem.hasSuffix("the client may take anything for right") == true)
        }
    }

    @Test func `makes a scenario of events alone not applicable where a client tells none`() async throws {
        let silent = try await report(Self.credulous, in: ["lifecycle/change-events"], mode: .steps).results
        #expect(silent.map(\.verdict.kind) == [.notApplicable])
        #expect(silent.first?.verdict.reason == "the client tells no events, and nothing else is asked")
        let telling = Self.credulous.replacing("do\n", with: "do\n    echo '{\"event\":\"added(portal)\"}'\n")
        let wrong = try await report(telling, in: ["lifecycle/change-events"], mode: .steps).results
        #expect(wrong.map(\.verdict.kind) == [.failed])
    }

    @Test func `tells a crash as one`() async throws {
        let crashed = try await report("#!/bin/sh\nkill -SEGV $$\n", in: ["connect/private-anonymous"]).results
        #expect(crashed.allSatisfy { $0.verdict.findings.first?.code == "client.signal" } && !crashed.isEmpty)
        let told = try await report("#!/bin/sh\nexit 139\n", in: ["connect/private-anonymous"]).results
        #expect(told.allSatisfy { $0.verdict.findings.first?.nearest?.contains("SIGSEGV") == true } && !told.isEmpty)
    }

    /// It loads the portal, but says of one spelling of the URL that it cannot do that.
    private static let choosy = """
        #!/bin/sh
        case "$PORTAL_URL" in */home*) exit 89 ;; esac
        rest="$(printf '%s' "$PORTAL_URL" | sed 's/^ *//; s/ *$//; s,/index.html$,,; s,/sharing.*$,,; s,/*$,,')/sharing/rest"
        curl -sS --fail --cacert "$PORTAL_CA_FILE" "$rest/portals/self?f=json" >/dev/null || exit 1
        """

    @Test func `has a command do the same in every run`() async throws {
        let results = try await report(Self.choosy, in: ["connect/url-spelling"]).results
        let declined = results.filter { $0.evidence.outcome?.kind == .unsupported }
        try #require(!declined.isEmpty && declined.count < results.count)
        for result in declined {
            #expect(result.verdict.findings.map(\.code) == ["client.inconsistent"], "\(result.verdict)")
            #expect(result.verdict.findings.first?.problem.contains("connect/url-spelling[") == true)
        }
        let alone = try await report("#!/bin/sh\nexit 89\n", in: ["connect/url-spelling"]).results
        #expect(alone.allSatisfy { $0.verdict.kind == .notApplicable })
    }

    @Test func `has a client that is told steps do a step again that it did`() async throws {
        let script = #"""
            #!/usr/bin/env python3
            import json, sys
            asked = 0
            for line in sys.stdin:
                message = json.loads(line)
                answer = {"id": message["id"]}
                if message["step"] == "webMap":
                    asked += 1
                    answer.update({"outcome": "accepted"} if asked == 1 else {"unsupported": True})
                print(json.dumps(answer), flush=True)
            """#
        let results = try await report(script, in: ["webmaps/public"], mode: .steps).results
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.findings.map(\.code) == ["client.inconsistent"], "\(result.verdict)")
        }
    }

    @Test func `tells a step apart by what its user would answer meanwhile`() throws {
        let run = try #require(try library["connect/private-member"]?.runs().first)
        func step(_ answers: JSONValue?) -> String {
            ClientAbilities.step(
                ["step": "connect", "url": "https://localhost/portal"], answers: answers, at: run.setup)
        }
        let answers: [JSONValue] = [
            ["cancel"], ["without"], ["reject"], [["credential": ["username": "alice", "password": "p"]]],
            [["signIn": ["username": "alice", "password": "p", "act": "deny"]]],
            [["signIn": ["username": "alice", "password": "p", "act": "close"]]],
            [["answer": ["password": ["username": "alice", "password": "secret-1"]], "to": "basic"]],
        ]
        let told = answers.map(step) + [step(nil)]
        #expect(Set(told).count == told.count, "\(told)")
        #expect(!told.contains { $0.contains("secret-1") })
        #expect(step([["credential": ["username": "bob", "password": "q"]]]) == told[3])
    }

    @Test func `is not held to a plain step where it does not know what its user is to answer`() async throws {
        let script = #"""
            #!/usr/bin/env python3
            import json, sys
            asked = []
            for line in sys.stdin:
                message = json.loads(line)
                answer = {"id": message["id"], "outcome": "accepted"}
                if message["step"] == "answers":
                    asked = message["answers"]
                elif message["step"] == "connect":
                    if any("act" in each.get("signIn", {}) for each in asked):
                        answer = {"id": message["id"], "unsupported": True}
                print(json.dumps(answer), flush=True)
            """#
        let results = try await report(script, in: ["oauth/denied", "oauth/code-with-proof"], mode: .steps).results
        let declined = results.filter { $0.scenario == "oauth/denied" }
        #expect(!declined.isEmpty && declined.count < results.count)
        for result in declined { #expect(result.verdict.kind == .notApplicable, "\(result.verdict)") }
    }

    @Test func `is not blamed for a name that the machine does not find`() async throws {
        let names = NameLookup.names(
            in: [
                ["connect": ["url": "https://LOCALHOST.:{{port}}/portal"]],
                ["trust": ["host": "https://other.localhost."]],
                ["request": ["url": "https://bücher。localhost:1/"]], ["connect": ["url": "{{portal}}"]],
                ["connect": ["url": "https://nowhere.test/portal"]], ["connect": ["url": "https://localhost:1/portal"]],
            ])
        #expect(names == ["localhost.", "xn--bcher-kva.localhost"])
        let lost = await NameLookup.obstacle(of: ["url": "https://localhost./"])
        for result in try await report("#!/bin/sh\nexit 1\n", in: ["trust/host-forms"]).results {
            let isLost = lost != nil && result.name.contains("form=dotted-u")
            #expect(result.verdict.kind == (isLost ? .notApplicable : .failed), "\(result.name): \(result.verdict)")
            if isLost { #expect(result.verdict.reason == lost) }
        }
    }

    /// It trusts for ever what it was once told to trust.
    private static let trusting = #"""
        #!/usr/bin/env python3
        import json, ssl, sys, urllib.request
        def get(url, context):
            with urllib.request.urlopen(url + "/sharing/rest/portals/self?f=json", context=context) as answer:
                return answer.read()
        asked = 0
        for line in sys.stdin:
            message = json.loads(line)
            answer = {"id": message["id"], "outcome": "accepted"}
            if message["step"] == "connect":
                asked += 1
                try:
                    if asked == 1:
                        get(message["url"], ssl.create_default_context())
                except OSError:
                    pass
                get(message["url"], ssl._create_unverified_context())
            print(json.dumps(answer), flush=True)
        """#

    @Test func `is told of trust that was taken back, and of a wrong name behind an unknown issuer`() async throws {
        for result in try await report(Self.trusting, in: ["trust/revoked-trust"], mode: .steps).results {
            #expect(result.verdict.findings.first?.code == "trust.verification-off", "\(result.verdict)")
            #expect(
                result.verdict.findings.first?.problem.hasSuffix("after the exception for it was taken back") == true)
        }
        for result in try await report(Self.trusting, in: ["trust/several-defects"], mode: .steps).results {
            #expect(result.verdict.findings.first?.code == "trust.verification-off", "\(result.verdict)")
        }
    }
}
