import ChildProcess
import JSONValues
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import TestFolders
import Testing

@testable import PortalJudge
@testable import PortalScenarios

/// What documents leave open is no failure of a client that is not ours.
@Suite struct `Latitude of foreign clients` {
    private func results(
        _ script: String, in ids: [String], mode: ForeignCommand.Mode = .command
    ) async throws -> [RunResult] {
        let files = try TemporaryFolder()
        defer { withExtendedLifetime(files) {} }
        let path = "\(files.path)/client"
        try ProgramFile.write(script, to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'", mode: mode)
        options.timeLimit = .seconds(120)
        let library = try SharedLibrary.library
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ids)).results
    }

    @Test func `what Apache says of a missing certificate is no wrong reason, and elsewhere it is one`() async throws {
        let script = """
            #!/bin/sh
            curl -s --cacert "$PORTAL_CA_FILE" "$PORTAL_URL/sharing/rest/portals/self?f=json" >/dev/null
            echo '{"outcome": "refused", "reason": "access-denied"}'
            exit 1

            """
        let results = try await results(script, in: ["pki/none-over-http"])
        #expect(results.count > 4)
        for result in results {
            let isApache = result.name.contains("case=apache")
            #expect(
                result.verdict.kind == (isApache ? .passedNonStrictly : .failed),
                "\(TextReport.text(of: result, explains: true))")
        }
    }

    /// A client by steps that has no `auth-int`: curl answers Digest, and gets the password over its input.
    private static let declining = #"""
        #!/usr/bin/env python3
        import json, subprocess, sys, urllib.parse
        begin = login = None
        code = 0
        for line in sys.stdin:
            step = json.loads(line)
            answer = {"id": step["id"]}
            if step["step"] == "begin":
                begin = step
            elif step["step"] == "credential":
                login = step
                answer["outcome"] = "accepted"
            elif step["step"] == "request":
                body = ["--data-binary", urllib.parse.urlencode(step.get("form") or {})] if step["method"] == "POST" else []
                def curl(config, *more):
                    command = ["curl", "-s", "--cacert", begin["authorities"][0], "-o", "/dev/null", "-K", "-", *more, *body, step["url"]]
                    return subprocess.run(command, input=config, text=True, capture_output=True).stdout
                head = curl("", "-D", "-")
                user = json.dumps(login["username"] + ":" + login["password"])
                if @UNFIT@ or curl(f"user = {user}\n", "--digest", "-w", "%{http_code}") != "200":
                    answer.update(outcome="refused", reason="unsupported-qop")
                    code = 1
                else:
                    answer["outcome"] = "accepted"
            print(json.dumps(answer), flush=True)
        sys.exit(code)
        """#

    @Test(arguments: [(#""auth-int" in head"#, []), ("True", ["twin"])] as [(String, [String])])
    func `a client may say that it cannot protect a body, where it answers Digest that protects none`(
        _ unfit: String, _ expected: [String]
    ) async throws {
        let results = try await results(
            Self.declining.replacing("@UNFIT@", with: unfit), in: ["http/digest-auth-int"], mode: .steps)
        #expect(results.count == 2)
        for result in results {
            #expect(
                result.verdict.findings.map(\.code) == expected, "\(TextReport.text(of: result, explains: true))")
            #expect(result.verdict.isPass == expected.isEmpty)
        }
    }

    /// A client by steps in a few lines: it takes what `begin` says, and asks by curl, which reads what is secret from its input.
    private static let script = #"""
        #!/usr/bin/env python3
        import json, subprocess, sys
        begin, headers = None, @HEADERS@
        for line in sys.stdin:
            step = json.loads(line)
            answer = {"id": step["id"]}
            if step["step"] == "begin":
                begin = step
            elif step["step"] == "request":
                trusted = ["--cacert", begin["authorities"][0], "-e", begin["referer"]]
                def ask(url, options):
                    lines = "".join(f"{name} {json.dumps(value) if value else ''}\n" for name, value in options)
                    command = ["curl", "-s", *trusted, "-K", "-", url]
                    return json.loads(subprocess.run(command, input=lines.encode(), capture_output=True).stdout)
                place = step["url"].split("/server/")[0] + "/portal/sharing/rest/generateToken"
                form = {"username": step["username"], "password": step["password"], "client": "referer", "referer": begin["referer"], "f": "json"}
                token = ask(place, [("--data-urlencode", f"{key}={value}") for key, value in form.items()])["token"]
                body = ask(step["url"], [(name, value.replace("TOKEN", token)) for name, value in headers])
                answer["outcome"] = "refused" if "error" in body else "accepted"
            print(json.dumps(answer), flush=True)
        """#

    @Test(arguments: [
        #"[("-d", "f=json"), ("-d", "token=TOKEN")]"#,
        #"[("-H", "Authorization: Bearer TOKEN"), ("-G", ""), ("-d", "f=json")]"#,
        #"[("-H", "X-Esri-Authorization: Bearer TOKEN"), ("-G", ""), ("-d", "f=json")]"#,
    ])
    func `a token travels as the client likes`(_ carrier: String) async throws {
        let script = Self.script.replacing("@HEADERS@", with: carrier)
        for result in try await results(script, in: ["tokens/explicit-token-url"], mode: .steps) {
            #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))")
        }
    }

    @Test func `the token of a sign-in may go to the portal's own server unless a scenario is about federation`() throws
    {
        let library = try SharedLibrary.library
        func ways(_ id: String) throws -> [[String]] {
            let run = try #require(try library[id]?.runs().first).setup
            let expectation = try PortalJudge.Expectation(decoding: run.expectation, source: id, path: "expect")
            return ForeignWireCheck.ways(DialogueLoosening.loosened(expectation, for: run).wire ?? []).map {
                $0.map(\.line.text)
            }
        }
        let tokens = try ways("tokens/wrong-then-right")
        try #require(tokens.count == 2, "\(tokens)")
        #expect(tokens[0].count == tokens[1].count + 1)
        #expect(tokens[0].last == "GET Traffic +token#2 -> 200" && tokens[1].last == "GET Traffic +token#1 -> 200")
        #expect(!tokens[1].contains { $0.contains("serverUrl") })
        for id in ["federation/exchanged", "oauth/federated-server", "webmaps/federated-denied"] {
            let ways = try ways(id)
            #expect(ways.allSatisfy { $0.contains { $0.contains("form.serverUrl=") } }, "\(id): \(ways)")
        }
    }

    @Test func `a sign-in that the user denied may be told as cancelled`() throws {
        let run = try #require(try SharedLibrary.library["oauth/denied"]?.runs().first).setup
        let own = try PortalJudge.Expectation(decoding: run.expectation, source: "oauth/denied", path: "expect")
        let way = try #require(try DeclinedWay(of: run.expectation, source: "oauth/denied"))
        let asked = own.declined(way)
        #expect(asked.events?.last == .word("failed(cancelled)", count: 1) && asked.final["reason"] == "cancelled")
        #expect(asked.wire == own.wire && asked.never == own.never && asked.final["status"] == "failed")
    }

    @Test func `a portal that takes few carriers need not be tried with another one first`() throws {
        let run = try #require(
            try SharedLibrary.library["tokens/stripped-header"]?.runs().first
        ).setup
        let expectation = try PortalJudge.Expectation(
            decoding: run.expectation, source: "tokens/stripped-header", path: "expect")
        let ways = ForeignWireCheck.ways(DialogueLoosening.loosened(expectation, for: run).wire ?? [])
        let tried = ways.flatMap { $0 }.filter { $0.line.text == "GET Traffic +token#1 carrier=esriHeader -> 499" }
        #expect(!tried.isEmpty && tried.allSatisfy(\.isOptional))
    }
}
