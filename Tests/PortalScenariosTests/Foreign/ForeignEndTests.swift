import ChildProcess
import PortalJudge
import PortalScenarios
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

/// What the end of a client means for its run, and for those that come after it.
@Suite struct `The end of a foreign client` {
    /// Judges a script that comes after one request, where the run ends with the first failure.
    private func results(_ script: String, in id: String, isStrict: Bool = false) async throws -> [RunResult] {
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        let path = "\(files.path)/client.sh"
        let asking = #"curl --silent --cacert "$PORTAL_CA_FILE" --output /dev/null "$PORTAL_URL/sharing/rest?f=json""#
        try ProgramFile.write("#!/bin/sh\n\(asking) \(script)\n", to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'")
        options.jobs = 1
        options.failFast = true
        options.isStrict = isStrict
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: [id])).results
    }

    @Test(.curl, arguments: [126, 127])
    func `is no start that failed where the client has connected, whatever its exit code says`(
        _ code: Int
    ) async throws {
        let results = try await results("; exit \(code)", in: "connect/anonymous-general")
        #expect(results.first?.verdict.kind == .failed)
        #expect(results.allSatisfy { $0.verdict.findings.contains { $0.code == "client.exit-code" } })
    }

    @Test(.curl, arguments: [false, true])
    func `stops the others where it is a pass in a looser way and that fails a run`(_ isStrict: Bool) async throws {
        let results = try await results("|| exit 1", in: "trust/expired", isStrict: isStrict)
        let expected = Array(repeating: Verdict.Kind.passedNonStrictly, count: isStrict ? 1 : 2)
        #expect(results.map(\.verdict.kind) == expected)
    }
}
