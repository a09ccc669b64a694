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
