import ChildProcess
import FixtureFiles
import PortalJudge
import PortalScenarios
import ScenarioFormat
import StructuredText
import TLSIdentity
import TestFolders
import Testing

/// What a command is asked by a scenario of the user's own.
@Suite struct `A scenario of one's own that a command is asked` {
    private let files: TemporaryFolder

    init() throws { files = try TemporaryFolder() }

    private func result(_ script: String, _ scenario: String) async throws -> RunResult {
        let path = "\(files.path)/client"
        try ProgramFile.write(script, to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'", reasons: ReasonMap(), mode: .command)
        options.timeLimit = .seconds(120)
        let library = try ScenarioLibrary(
            fixtures: .embedded, files: [DocumentText(scenario, source: "./mine.yaml")])
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        let results = try await runner.run(try library.selected(by: ["mine"])).results
        return try #require(results.first)
    }

    /// The client of the guides.
    private static let minimal = """
        #!/bin/sh
        [ "$PORTAL_TASK" = connect ] || exit 89
        curl -sS --fail --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/portals/self?f=json" || exit 1
        """

    @Test func `with one plain connect is the task connect`() async throws {
        let scenario = """
            client: [connect: {}]
            expect:
              wire: [GET portals/self -> 200]
              final: { status: loaded, user: none }
            """
        let done = try await result(Self.minimal, scenario)
        #expect(done.verdict.isPass, "\(done.verdict)")
        let lazy = try await result("#!/bin/sh\nexit 0\n", scenario)
        #expect(lazy.verdict.kind == .failed, "\(lazy.verdict)")
    }

    @Test func `and that it cannot do is told with the line that asks it for one task`() async throws {
        let scenario = """
            portal: { preset: token }
            client:
              - connect: { as: alice }
              - query: { service: Traffic }
            expect:
              final: { status: loaded }
            """
        let verdict = try await result(Self.minimal, scenario).verdict
        #expect(verdict.kind == .notApplicable)
        let reason = try #require(verdict.reason)
        #expect(reason.contains("it was asked for the list connect, query"), "\(reason)")
        let line = "foreign: { task: query, service: Traffic, as: alice, outcome: accepted }"
        #expect(reason.hasSuffix(line), "\(reason)")
        // The advice can be followed.
        let client = "#!/bin/sh\n[ \"$PORTAL_TASK $PORTAL_USERNAME\" = 'query alice' ] || exit 89\nexit 1\n"
        #expect(try await result(client, scenario + "\n" + line + "\n").verdict.kind == .failed)
    }

    /// It signs in with every password that it is told, and says that it cannot do the tasks.
    private static let giving = #"""
        #!/usr/bin/env python3
        import json, os, subprocess, sys
        authority, url = os.environ.get("PORTAL_CA_FILE", "/dev/null"), None
        for task in json.loads(os.environ["PORTAL_TASKS"]):
            authority = (task.get("authorities") or [authority])[0]
            url = task.get("url", url)
            if "password" in task:
                form = ["f=json", "client=referer", "referer=https://client.test/app", "username=" + task["username"]]
                fields = [word for field in form for word in ("--data", field)]
                subprocess.run(
                    ["curl", "-sS", "--cacert", authority, *fields, "--data-urlencode", "password@-",
                     url + "/sharing/rest/generateToken"],
                    input=task["password"].encode(), stdout=subprocess.DEVNULL)
        sys.exit(89)
        """#

    @Test(.curl, arguments: [true, false])
    func `and that it cannot do is judged by what it did, as far as the scenario lifts nothing`(
        _ isLifted: Bool
    ) async throws {
        let scenario = """
            api: legacy
            portal: { preset: strict-organization }
            client:
              - connect: { as: alice, password: same-wrong }
              - resubmit: { as: alice, password: same-wrong }
            expect:
              events: [failed(invalid-credentials), failed(invalid-credentials)]
              wire:
                - GET info -> 200
                - 2x POST generateToken user=alice password=wrong -> 400
              final: { status: failed }
            \(isLifted ? "  allow: [repeated-credential]" : "")
            twin: { scenario: connect/private-member }
            """
        let result = try await result(Self.giving, scenario)
        #expect(result.evidence.journal.requests.filter { $0.operation == "generateToken" }.count == 2)
        #expect(result.verdict.kind == (isLifted ? .notApplicable : .failed), "\(result.verdict)")
        #expect(result.verdict.findings.map(\.code) == (isLifted ? [] : ["credential.repeated"]))
        #expect(result.judgedAgain == result.verdict)
    }

    @Test(.curl) func `is not judged where its second process cannot be started, though the first one was`()
        async throws
    {
        let scenario = """
            client: [connect: {}]
            expect:
              wire: [GET portals/self -> 200]
              final: { status: loaded, user: none }
            foreign: { task: connect, outcome: accepted, times: 2 }
            """
        let client = """
            #!/bin/sh
            mkdir "$HOME/../started" 2>/dev/null || exit 127
            curl -sS --fail --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/portals/self?f=json" || exit 1
            """
        let result = try await result(client, scenario)
        #expect(result.evidence.journal.connections.count == 1)
        #expect(result.verdict.kind == .notJudged, "\(result.verdict)")
        #expect(result.verdict.reason?.contains("127") == true, "\(result.verdict)")
    }

    @Test func `names an item by its title, and the command finds its id`() async throws {
        let scenario = """
            client: [item: { id: Streets }]
            expect:
              final: { status: loaded }
            foreign: { task: item, item: Streets, outcome: accepted }
            """
        let client = """
            #!/bin/sh
            echo "$PORTAL_ITEM_ID"
            curl -sS --fail --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/content/items/$PORTAL_ITEM_ID?f=json" || exit 1
            """
        let done = try await result(client, scenario)
        let printed = done.evidence.output.first { $0.place == "standard output" }?.text
        #expect(printed?.hasPrefix("3a900000000000000000000000000001\n") == true, "\(printed ?? "nothing")")
    }
}
