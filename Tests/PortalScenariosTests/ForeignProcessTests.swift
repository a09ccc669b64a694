import ChildProcess
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

/// What becomes of a run whose client is no good as a process; the next run begins with nothing left of it.
@Suite struct `Foreign processes` {
    private let files: TemporaryFolder
    private var folder: String { files.path }

    init() throws {
        files = try TemporaryFolder()
    }

    private func results(
        _ script: String, in ids: [String] = ["connect/anonymous-general"], mode: ForeignCommand.Mode = .command,
        timeLimit: Duration = .seconds(120)
    ) async throws -> [RunResult] {
        let path = "\(folder)/client-\(UUID().uuidString).sh"
        try ProgramFile.write(script, to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'", mode: mode)
        options.timeLimit = timeLimit
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ids)).results
    }

    struct Bad: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        var verdict = Verdict.Kind.failed
        /// What the verdict says, first where the client did not come to its end.
        let says: String
        var timeLimit: Duration = .seconds(120)
    }

    static let bad = [
        Bad(
            testDescription: "hangs", script: "#!/bin/sh\nexec tail -f /dev/null\n", says: "did not end within",
            timeLimit: .milliseconds(500)),
        Bad(testDescription: "dies by a signal", script: "#!/bin/sh\nkill -SEGV $$\n", says: "by signal 11 (SIGSEGV)"),
        Bad(
            testDescription: "leaves a child that holds its output",
            script: "#!/bin/sh\ntail -f /dev/null &\necho $! >&2\nexit 1\n", says: "left a process running"),
        Bad(
            testDescription: "floods its output without a line break",
            script: "#!/bin/sh\nhead -c 100000000 /dev/zero\nexit 1\n", says: "more than 1 MiB to standard output",
            timeLimit: .seconds(300)),
        Bad(
            testDescription: "may not be executed", script: "no program\n", verdict: .notJudged,
            says: "a script must begin with #!"),
        Bad(
            testDescription: "has an interpreter that is not there", script: "#!/nowhere/sh\n", verdict: .notJudged,
            says: "No such file"),
    ]

    @Test(arguments: bad) func `a bad client has a verdict of its own`(_ row: Bad) async throws {
        let results = try await results(row.script, timeLimit: row.timeLimit)
        #expect(results.map(\.verdict.kind) == [row.verdict])
        let said = results.map { result in
            let problems = result.verdict.findings.map(\.problem)
            return result.verdict.reason
                ?? (result.evidence.outcome == nil ? problems.first ?? "" : problems.joined(separator: "; "))
        }
        #expect(said.allSatisfy { $0.contains(row.says) }, "\(said)")
        #expect(results.allSatisfy { $0.evidence.output.allSatisfy { $0.text.utf8.count < 1_100_000 } })
    }

    #if os(Linux)
        @Test(arguments: ["exit 1", "exec tail -f /dev/null"])
        func `a child that left by setsid, closed everything and forgot its environment is ended too`(
            _ end: String
        ) async throws {
            let results = try await results(
                """
                #!/bin/sh
                mkfifo "$TMPDIR/ready"
                env -i setsid sh -c 'echo $$ > "$1/pid"; echo > "$2"; exec tail -f /dev/null' sh '\(folder)' "$TMPDIR/ready" \
                  </dev/null >/dev/null 2>&1 &
                read line < "$TMPDIR/ready"
                \(end)
                """, timeLimit: .seconds(20))
            #expect(results.map(\.verdict.kind) == [.failed])
            let child = try String(contentsOfFile: "\(folder)/pid", encoding: .utf8).filter(\.isNumber)
            #expect(!child.isEmpty && !FileManager.default.fileExists(atPath: "/proc/\(child)"))
        }
    #endif

    @Test func `a client has a home of its own, which is searched and removed`() async throws {
        let results = try await results(
            "#!/bin/sh\necho \"$HOME\"\nmkdir \"$HOME/.cache\"\necho \"$PORTAL_PASSWORD\" > \"$HOME/.cache/x\"\nexit 1\n",
            in: ["connect/private-member"])
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.findings.contains { $0.code == "secret.in-file" })
            let home = result.evidence.output[0].text.filter { !$0.isWhitespace }
            #expect(home.contains("mockportal-client-") && !FileManager.default.fileExists(atPath: home))
        }
    }

    @Test func `the folder of a run that its client moves is searched, and nothing of it stays`() async throws {
        let results = try await results(
            """
            #!/bin/sh
            echo "$PORTAL_PASSWORD" > "$HOME/x"
            mv "$(dirname "$HOME")" '\(folder)'/moved.$$
            exit 1
            """, in: ["connect/private-member"])
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.findings.contains { $0.code == "secret.in-file" }, "\(result.verdict)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(!left.contains { $0.hasPrefix("moved.") }, "\(left)")
    }

    @Test func `the folder of a run that its client removes is not judged, and its home is`() async throws {
        let all = try await results("#!/bin/sh\nrm -rf \"$(dirname \"$HOME\")\"\nexit 1\n")
        #expect(all.map(\.verdict.kind) == [.notJudged])
        #expect(all[0].verdict.reason?.contains("the folder of the run: the client has removed it") == true)
        let home = try await results("#!/bin/sh\nrm -rf \"$HOME\"\nexit 1\n")
        #expect(home.map(\.verdict.kind) == [.failed])
    }

    @Test func `what lies in a home that is too big to be searched is not judged`() async throws {
        let results = try await results("#!/bin/sh\ntruncate -s 1T \"$HOME/big\"\nexit 1\n")
        #expect(results.map(\.verdict.kind) == [.notJudged])
        #expect(results[0].verdict.reason?.hasSuffix("~/big: more than 64 MiB") == true)
    }

    @Test func `a secret in the name of a file, or behind much else in one, is found`() async throws {
        for line in [
            #": > "$HOME/self?f=json&token=$PORTAL_PASSWORD""#,
            #"{ head -c 1500000 /dev/zero; echo "$PORTAL_PASSWORD"; } > "$HOME/log""#,
        ] {
            let results = try await results("#!/bin/sh\n\(line)\nexit 1\n", in: ["connect/private-member"])
            #expect(!results.isEmpty)
            for result in results {
                #expect(result.verdict.findings.contains { $0.code == "secret.in-file" }, "\(line)")
            }
        }
    }

    // MARK: dialogues

    static let dialogues = [
        Bad(testDescription: "answers garbage", script: "read line; echo hello", says: "it is no JSON object: hello"),
        Bad(
            testDescription: "answers what was not asked", script: "read line; echo '{\"id\": 7}'",
            says: "a step that was not asked"),
        Bad(
            testDescription: "answers nothing", script: "cat >/dev/null", says: "did not end within",
            timeLimit: .seconds(1)),
        Bad(testDescription: "ends at once", script: "exit 0", says: "ended before it answered step 0"),
        Bad(
            testDescription: "closes its input early", script: "read line; exec <&-; echo '{\"id\": 0}'; exit 0",
            says: "ended before it answered step 1"),
        Bad(
            testDescription: "says nothing of how it went", script: "while read line; do echo '{}'; done",
            says: "does not say how it went"),
        Bad(
            testDescription: "writes without a line break", script: "read line; head -c 100000 /dev/zero; cat",
            says: "longer than"),
        Bad(
            testDescription: "tells an event that there is not",
            script: "read line; echo '{\"event\": \"loded\"}'; cat",
            says: "an event that there is not: loded"),
        Bad(
            testDescription: "goes on after the last answer",
            script: "read line; echo '{}'; read line; echo '{\"outcome\": \"accepted\"}'; cat; echo '{\"id\": 2}'",
            says: "after the last answer"),
        Bad(
            testDescription: "ends with a code of its own",
            script: "read line; echo '{}'; read line; echo '{\"outcome\": \"refused\"}'; cat; exit 3",
            says: "ended with exit code 3"),
        Bad(
            testDescription: "says that it got in, and exits with 1",
            script: "read line; echo '{}'; read line; echo '{\"outcome\": \"accepted\"}'; cat; exit 1", says: ""),
        Bad(
            testDescription: "lies", script: "read line; echo '{}'; read line; echo '{\"outcome\": \"accepted\"}'; cat",
            says: ""),
        Bad(
            testDescription: "cannot do it", script: "read line; echo '{\"unsupported\": true}'; cat",
            verdict: .notApplicable, says: "cannot do step 0"),
        Bad(testDescription: "cannot do it at all", script: "exit 89", verdict: .notApplicable, says: ""),
        Bad(
            testDescription: "leaves a pipe among its stores",
            script: "mkdir \"$HOME/credentials\"; mkfifo \"$HOME/credentials/pipe\"; exit 89", verdict: .notApplicable,
            says: ""),
    ]

    @Test(arguments: dialogues) func `a bad dialogue has a verdict of its own`(_ row: Bad) async throws {
        let results = try await results("#!/bin/sh\n\(row.script)\n", mode: .steps, timeLimit: row.timeLimit)
        #expect(results.map(\.verdict.kind) == [row.verdict])
        let said = results.map {
            ([$0.verdict.reason ?? ""] + $0.verdict.findings.map(\.problem)).joined(separator: "; ")
        }
        #expect(said.allSatisfy { row.says.isEmpty || $0.contains(row.says) }, "\(said)")
    }

    @Test func `of a dialogue that is ended the cause comes first, and what was not answered beside it`() async throws {
        let scripts = [
            ("cat >/dev/null", "did not end within 5.0 seconds; step 0 is not answered"),
            (
                "printf '{\"id\": 0}'; cat >/dev/null",
                "step 1 is not answered, and the last line that it wrote has no end"
            ),
        ]
        for (script, says) in scripts {
            let results = try await results("#!/bin/sh\n\(script)\n", mode: .steps, timeLimit: .seconds(5))
            #expect(!results.isEmpty)
            for finding in results.map(\.verdict.findings.first) {
                #expect(finding?.problem.contains(says) == true, "\(String(describing: finding))")
            }
        }
    }
}
