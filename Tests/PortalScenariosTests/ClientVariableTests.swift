import ChildProcess
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a foreign client finds of the runner's environment, and what is kept from it.
@Suite struct `Variables of a client` {
    private static let machine = [
        "PATH": "/usr/bin:/bin", "HOME": "/home/runner", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYENV_ROOT": "/opt/pyenv",
        "GITHUB_TOKEN": "ghs_0123456789abcdef", "AWS_SECRET_ACCESS_KEY": "abcdefghijklmnop",
        "BUNDLE_RUBYGEMS__PKG__GITHUB__COM": "user:abcdefgh", "NODE_TLS_REJECT_UNAUTHORIZED": "0",
        "CURL_HOME": "/home/runner/curl", "https_proxy": "http://localhost:1", "LD_PRELOAD": "/nowhere.so",
        "PORTAL_TOKEN": "stale", "TMPDIR": "/var/tmp", "MY_SETTING": "strict-mode-please",
    ]

    /// Runs a shell script as a client and gives what it wrote.
    private func run(
        _ script: String, passing names: [String] = [], mode: ForeignCommand.Mode = .command
    ) async throws -> RunResult {
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        let folder = files.path
        try ProgramFile.write(script, to: folder + "/client.sh")
        var options = RunOptions()
        options.foreign = ForeignCommand(
            commandLine: "'\(folder)/client.sh'", mode: mode,
            variables: try ClientVariables(passing: names, from: Self.machine))
        options.timeLimit = .seconds(120)
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        let results = try await runner.run(try library.selected(by: ["connect/anonymous-general"])).results
        return try #require(results.first)
    }

    private func text(_ result: RunResult) -> String { result.evidence.output.map(\.text).joined() }

    @Test(arguments: ForeignCommand.Mode.allCases)
    func `only what finds a runtime and what the contract names gets there`(_ mode: ForeignCommand.Mode) async throws {
        let result = try await run("#!/bin/sh\nenv >&2\nexit 89\n", mode: mode)
        let names = Set(
            text(result).split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        let own: Set = ["PWD", "OLDPWD", "SHLVL", "_"]
        let contract: Set = ["HOME", "TMPDIR", "TMP", "TEMP"]
        let found = names.subtracting(own).filter { !$0.hasPrefix("PORTAL_") }
        #expect(found == contract.union(["PATH", "LC_ALL", "TZ", "PYENV_ROOT"]))
        #expect(names.contains("PORTAL_URL") && !names.contains("PORTAL_TOKEN"))
        #expect(!text(result).contains("/home/runner") && !text(result).contains("ghs_"))
    }

    @Test func `a variable that is named is there, and one that looks like a secret is not kept`() async throws {
        let result = try await run(
            "#!/bin/sh\necho \"$MY_SETTING $GITHUB_TOKEN $HOME\" >&2\nexit 89\n",
            passing: ["MY_SETTING", "GITHUB_TOKEN", "HOME"])
        #expect(text(result).contains("strict-mode-please redacted-variable-GITHUB-TOKEN /home/runner"))
        #expect(result.rerun.contains(" --client-env GITHUB_TOKEN --client-env HOME --client-env MY_SETTING"))
        #expect(!"\(result)".contains("ghs_0123456789abcdef"))
    }

    @Test(arguments: ["#!/bin/sh\nexit 127\n", "#!/bin/sh\nexit 126\n", "#!/nowhere/interpreter\n"])
    func `what was withheld is named where a client cannot start, without values`(_ script: String) async throws {
        let result = try await run(script)
        #expect(result.verdict.kind == .notJudged)
        let reason = result.verdict.reason ?? ""
        #expect(reason.contains("AWS_SECRET_ACCESS_KEY, BUNDLE_RUBYGEMS__PKG__GITHUB__COM, CURL_HOME, GITHUB_TOKEN, "))
        #expect(reason.hasSuffix("--client-env <name>") && !reason.contains("ghs_") && !reason.contains("HOME,  "))
        #expect(!reason.contains("PORTAL_TOKEN") && !reason.contains("PATH,"))
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: String
        let says: String
    }

    @Test(arguments: [
        Mistake(testDescription: "a value", name: "TOKEN=hunter2", says: "takes a name alone"),
        Mistake(testDescription: "no name", name: "", says: "is no name of a variable"),
        Mistake(testDescription: "a digit first", name: "1A", says: "is no name of a variable"),
        Mistake(testDescription: "a blank", name: "A B", says: "is no name of a variable"),
        Mistake(testDescription: "not there", name: "NOWHERE", says: "has no variable NOWHERE; set it first"),
        Mistake(testDescription: "in another case", name: "my_setting", says: "did you mean MY_SETTING?"),
        Mistake(testDescription: "the contract's", name: "PORTAL_TOKEN", says: "is set by each run itself"),
        Mistake(testDescription: "the run's", name: "TMPDIR", says: "is set by each run itself"),
    ])
    func `a name that cannot be passed is one clear error`(_ row: Mistake) throws {
        let error = try #require(throws: DocumentError.self) {
            _ = try ClientVariables(passing: [row.name], from: Self.machine)
        }
        #expect(error.description.contains("--client-env") && error.description.contains(row.says), "\(error)")
        #expect(!error.description.contains("hunter2"))
    }
}
