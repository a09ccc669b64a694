import Foundation
import JSONValues
import MockPortalServer
import TestFolders
import Testing

/// The description of the control API, read by programs that are not ours.
@Suite struct `OpenAPI of the control API` {
    @Test(.openAPIValidator) func `is a valid document of version 3 1`() async throws {
        let served = try ControlledFake()
        defer { served.stop() }
        let folder = try #require(Peers.folder(fromPyPI: "openapi-spec-validator", module: "openapi_spec_validator"))
        let run = try await ForeignClient.run(
            "python3",
            [
                "-m", "openapi_spec_validator", "--schema", "3.1",
                try await served.file("openapi.json"),
            ],
            environment: ["PYTHONPATH=\(folder)"])
        #expect(run.code == 0 && run.output.contains("OK"), "\(run.output)\(run.errors)")
    }

    /// Every check of schemathesis, on every operation, with data that the schemas allow and data that they forbid.
    @Test(.schemathesis) func `says what the routes do, whatever they are asked`() async throws {
        let served = try ControlledFake()
        defer { served.stop() }
        try await served.signIn()
        let folder = try #require(Peers.folder(fromPyPI: "schemathesis"))
        _ = try served.fake.folder.write(Self.settings, as: "schemathesis.toml")
        _ = try served.fake.folder.write(Self.hooks, as: "hooks.py")
        let run = try await ForeignClient.run(
            "python3",
            [
                "-m", "schemathesis.cli", "--config-file", served.fake.folder.path + "/schemathesis.toml", "run",
                "\(served.control.url)/openapi.json", "--max-examples", "10", "--seed", "19", "--no-color", "--checks",
                "all", "--request-timeout", "120", "--suppress-health-check", "all",
            ],
            environment: [
                "--chdir=\(served.fake.folder.path)", "PYTHONPATH=\(folder):\(served.fake.folder.path)",
                "SCHEMATHESIS_HOOKS=hooks",
                "HYPOTHESIS_STORAGE_DIRECTORY=\(served.fake.folder.path)",
            ])
        #expect(run.code == 0, "\(run.output.suffix(6000))\(run.errors.suffix(1000))")
        // Nothing was left out.
        let counts = try #require(
            run.output.firstMatch(of: /Selected: ([0-9]+)\/([0-9]+)\s+Tested: ([0-9]+)/), "\(run.output.suffix(2000))")
        #expect(counts.1 == counts.2 && counts.2 == counts.3 && (Int(counts.3) ?? 0) > 20)
    }

    /// What a schema cannot say is answered with 400 too: names that this portal does not know, numbers that are not there yet, words
    /// of a line, times that the clock does not reach. Nothing else is excepted, and no operation or check is left out.
    ///
    /// How long an answer takes says how busy the machine is, so no check has a limit of time.
    private static let settings = """
        [checks]
        max_response_time = 3600

        [[operations]]
        include-operation-id = [
            "readJournal", "readArchive", "verifyJournal", "advanceClock", "endTokens", "act", "changeScenario",
            "openSandbox",
        ]
        checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "404", "429"]
        """

    /// Waits are cut short, so that no example takes minutes; what they are asked for stays.
    private static let hooks = """
        import schemathesis

        @schemathesis.hook
        def before_call(context, case, kwargs):
            if case.operation.path == "/wait" and isinstance(case.body, dict):
                timeout = case.body.get("timeout", "10s")
                if isinstance(timeout, str) and timeout[-1:] in ("s", "m", "h", "d"):
                    case.body["timeout"] = "1ms"

        """
}
