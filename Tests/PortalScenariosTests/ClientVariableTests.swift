import ChildProcess
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
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

    /// What is kept of the value of a variable that was passed; nil for the whole of it.
    struct Passed: CustomTestStringConvertible, Sendable {
        let name: String
        let value: String
        var kept: String?
        var testDescription: String { "\(name)=\(value)" }
    }

    private static let passed = [
        Passed(name: "DB_PASS", value: "hunter", kept: "redacted-variable-DB-PASS"),
        Passed(name: "MYSQL_PWD", value: "geheim", kept: "redacted-variable-MYSQL-PWD"),
        Passed(name: "SMTP_PASS", value: "q7x!", kept: "redacted-variable-SMTP-PASS"),
        Passed(name: "CARD_PIN", value: "481516", kept: "redacted-variable-CARD-PIN"),
        Passed(name: "SALT", value: "zu-salzig", kept: "redacted-variable-SALT"),
        Passed(
            name: "DATABASE_URL", value: "postgres://u:fX%2Fpw9@h/db", kept: "redacted-variable-DATABASE-URL"),
        Passed(name: "MODE", value: "strict"), Passed(name: "RETRIES", value: "8443"),
        Passed(name: "RELEASED", value: "2026-11-29"), Passed(name: "USE_KEY", value: "true"),
        Passed(name: "AUTH_KIND", value: "token"), Passed(name: "OLD_PASS", value: "abc"),
        Passed(name: "SPOKEN", value: "de_DE.UTF-8"), Passed(name: "BASE", value: "https://gis.example.test:7443"),
        Passed(name: "STATE_FOLDER", value: "/etc"), Passed(name: "PKCE_METHOD", value: "S256"),
        Passed(name: "AUTH_FLOW", value: "generateToken"),
        Passed(name: "ACCESS_KEY_HEADER", value: "X-Esri-Authorization"),
        Passed(name: "TOKEN_GRANT", value: "authorization_code"),
        Passed(name: "AUTH_REDIRECT", value: "urn:ietf:wg:oauth:2.0:oob"),
        Passed(name: "BODY_KEY", value: "application/x-www-form-urlencoded"),
    ]

    @Test func `what evidently is no secret is kept, and everything else is not, whatever it is called`() async throws {
        let rows = Self.passed
        let script =
            "#!/bin/sh\n" + rows.map { "echo \"\($0.name) = $\($0.name)\" >&2\n" }.joined()
            // What a program that was given the URL says of it, and a word that holds a short secret without being it.
            + "echo 'log in as u with fX/pw9 or fX%2Fpw9, q7x!, not q7x!y' >&2\nexit 89\n"
        let variables = Self.machine.merging(rows.map { ($0.name, $0.value) }) { $1 }
        let result = try await run(script, passing: rows.map(\.name), of: variables)
        let lines = text(result).split(separator: "\n").map(String.init)
        for row in rows {
            #expect(lines.contains("\(row.name) = \(row.kept ?? row.value)"), "\(row.name): \(text(result))")
        }
        let password = "redacted-password-of-variable-DATABASE-URL"
        #expect(
            lines.contains("log in as u with \(password) or \(password), redacted-variable-SMTP-PASS, not q7x!y"),
            "\(text(result))")
        for row in rows where row.kept != nil { #expect(!"\(result)".contains(row.value + "\"")) }
    }

    /// Runs a shell script as a client and gives what it wrote.
    private func run(
        _ script: String, passing names: [String] = [], of machine: [String: String] = machine,
        mode: ForeignCommand.Mode = .command
    ) async throws -> RunResult {
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        let folder = files.path
        try ProgramFile.write(script, to: folder + "/client.sh")
        var options = RunOptions()
        options.foreign = ForeignCommand(
            commandLine: "'\(folder)/client.sh'", mode: mode,
            variables: try ClientVariables(passing: names, from: machine))
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

    @Test func `a variable that is named is there, and its value is not kept`() async throws {
        let result = try await run(
            "#!/bin/sh\necho \"$MY_SETTING $GITHUB_TOKEN $HOME\" >&2\nexit 89\n",
            passing: ["MY_SETTING", "GITHUB_TOKEN", "HOME"])
        #expect(text(result).contains("redacted-variable-MY-SETTING redacted-variable-GITHUB-TOKEN /home/runner"))
        #expect(result.rerun.contains(" --client-env GITHUB_TOKEN --client-env HOME --client-env MY_SETTING"))
        #expect(!"\(result)".contains("ghs_0123456789abcdef"))
    }

    private static let token = "tok-7f3a9b2c4d5e6f70"

    @Test func `a value in the command stands in no report, and is read again from its variable`() async throws {
        var options = RunOptions()
        let machine = Self.machine.merging(["MY_TOKEN": Self.token, "SMTP_PASS": "q7x!"]) { $1 }
        // As a shell hands over `--client "false --key=$MY_TOKEN --hex … --pass $SMTP_PASS"`.
        let hex = Self.token.utf8.map { String($0, radix: 16) }.joined()
        options.foreign = ForeignCommand(
            commandLine: "false --key=\(Self.token) --hex \(hex) --pass q7x! --passed 'it is'",
            variables: try ClientVariables(passing: ["MY_TOKEN", "SMTP_PASS"], from: machine))
        options.furtherArguments = ["--reasons", "./\(Self.token).json"]
        let library = try SharedLibrary.library
        let chosen = try library.selected(by: ["connect/anonymous-general"])
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        var report = try await runner.run(chosen)
        report.origins = [RunOrigin(client: runner.client, selected: chosen)]
        let mark = "redacted-variable-MY-TOKEN"
        let shown = "false --key=\(mark) --hex \(mark) --pass redacted-variable-SMTP-PASS --passed 'it is'"
        #expect(report.results.map(\.client) == [shown])
        let rerun = try #require(report.results.first).rerun
        let words = [
            #" --client 'false --key='"$MY_TOKEN"' --hex \#(mark) --pass redacted-variable-SMTP-PASS --passed '\''it is'\'''"#,
            #"--client-env MY_TOKEN --client-env SMTP_PASS --reasons ./"$MY_TOKEN".json --explain"#,
        ]
        #expect(rerun.hasSuffix(words.joined(separator: " ")), "\(rerun)")
        let texts = [
            try JSONReport.text(of: report), JUnitReport.text(of: report), HTMLReport.text(of: report),
            GitHubSummary.text(of: report), GitHubAnnotations.lines(of: report).joined(separator: "\n"),
            TextReport.causes(of: report, explains: true).joined(separator: "\n"),
            TextReport.summary(of: report).joined(separator: "\n"),
        ]
        for text in texts { #expect(!text.contains(Self.token) && !text.contains(hex) && !text.contains("q7x!")) }
    }

    @Test func `a value in a command that is quoted by an error does not stand in it`() {
        let machine = ["MY_TOKEN": Self.token]
        func shown(_ names: [String]) -> String {
            ClientVariables.shown("./c 'it \(Self.token)", passing: names, from: machine)
        }
        #expect(shown(["MY_TOKEN", "NOWHERE"]) == "./c 'it redacted-variable-MY-TOKEN")
        #expect(shown([]) == "./c 'it \(Self.token)")
    }

    @Test(arguments: ["#!/bin/sh\nexit 127\n", "#!/bin/sh\nexit 126\n", "#!/nowhere/interpreter\n"])
    func `what was withheld is named where a client cannot start, without values`(_ script: String) async throws {
        let result = try await run(script)
        #expect(result.verdict.kind == .notJudged)
        let reason = result.verdict.reason ?? ""
        #expect(reason.contains("AWS_SECRET_ACCESS_KEY, BUNDLE_RUBYGEMS__PKG__GITHUB__COM, CURL_HOME, GITHUB_TOKEN, "))
        #expect(reason.hasSuffix("--client-env <name>") && !reason.contains("ghs_") && !reason.contains("HOME,  "))
        #expect(!reason.contains("PORTAL_TOKEN") && !reason.contains("PATH,"))
        #expect(
            reason.contains(
                "is without AWS_SECRET_ACCESS_KEY, BUNDLE_RUBYGEMS__PKG__GITHUB__COM, CURL_HOME, GITHUB_TOKEN, LD_PRELOAD, "
                    + "MY_SETTING, NODE_TLS_REJECT_UNAUTHORIZED, https_proxy; what it needs"), "\(reason)")
    }

    @Test func `a program that is not found is told with the folders that were looked in`() async throws {
        var options = RunOptions()
        options.foreign = ForeignCommand(
            commandLine: "there-is-no-such-client", variables: try ClientVariables(passing: [], from: Self.machine))
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        let results = try await runner.run(try library.selected(by: ["connect/anonymous-general"])).results
        let reason = results.first?.verdict.reason ?? ""
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        #expect(
            reason.contains("there is no there-is-no-such-client in PATH (\(path)); name it with its folder"),
            "\(reason)")
        // What a program finds once it has started helps nothing here.
        #expect(!reason.contains("--client-env"))
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
