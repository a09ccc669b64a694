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

@Suite struct `Foreign clients` {
    private let library: ScenarioLibrary
    private let files: TemporaryFolder
    private var folder: String { files.path }

    init() throws {
        library = try SharedLibrary.library
        files = try TemporaryFolder()
    }

    /// Writes a shell script and judges it.
    private func results(
        _ script: String, in ids: [String], reasons: ReasonMap = ReasonMap(), timeLimit: Duration = .seconds(120)
    ) async throws -> [RunResult] {
        let path = "\(folder)/client.sh"
        try ProgramFile.write(script, to: path)
        return try await results(of: "'\(path)'", in: ids, reasons: reasons, timeLimit: timeLimit)
    }

    private func results(
        of command: String, in ids: [String], reasons: ReasonMap = ReasonMap(), timeLimit: Duration = .seconds(120)
    ) async throws -> [RunResult] {
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: command, reasons: reasons)
        options.timeLimit = timeLimit
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ids)).results
    }

    /// The example client of the checkout; the product does not carry it.
    private func curlScript() throws -> String {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        return try String(contentsOf: checkout.appendingPathComponent("Fixtures/clients/curl.sh"), encoding: .utf8)
    }

    @Test(.curl)
    func `curl in a shell script passes what it can be asked`() async throws {
        let script = try curlScript()
        let results = try await results(
            script,
            in: ["connect/anonymous-general", "connect/private-member", "trust/expired", "tokens/expired-silent"])
        for result in results { #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))") }
        #expect(results.count > 4)
    }

    private static let hasOpenSSL = ["/usr/bin/openssl", "/opt/homebrew/bin/openssl", "/usr/local/bin/openssl"].contains
    {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.curl, .enabled(if: hasOpenSSL, "needs openssl: apt install openssl"))
    func `curl in a shell script signs in by OAuth and with API keys`() async throws {
        let results = try await results(
            try curlScript(),
            in: [
                "oauth/application", "oauth/code-with-proof", "oauth/out-of-band", "api-keys/used", "api-keys/refused",
            ])
        for result in results { #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))") }
        #expect(results.count == 6)
    }

    struct Careless: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let replaced: String
        let by: String
        let code: String
        /// What the documents allow, although not as the best.
        var verdict = Verdict.Kind.failed
    }

    @Test(
        .curl, .enabled(if: hasOpenSSL, "needs openssl: apt install openssl"),
        arguments: [
            Careless(
                testDescription: "a plain proof", replaced: "code_challenge_method=S256",
                by: "code_challenge_method=plain",
                code: "oauth.plain-pkce"),
            Careless(
                // Its proof protects it as well (RFC 9700 §2.1).
                testDescription: "no state", replaced: "state=\"$(random)\"", by: "state=", code: "oauth.no-state",
                verdict: .passedNonStrictly),
            Careless(
                testDescription: "a short verifier", replaced: "verifier=\"$(random)\"", by: "verifier=short",
                code: "oauth.weak-verifier"),
            Careless(
                testDescription: "a verifier in the log", replaced: "    given=", by: "    echo \"$verifier\"; given=",
                code: "secret.in-output"),
            Careless(
                testDescription: "a code in the log", replaced: "    [ -z \"$shown\" ]",
                by: "    echo \"$given\"; [ -z \"$shown\" ]", code: "secret.in-output"),
        ])
    func `a client that signs in carelessly is told by what is always judged`(_ row: Careless) async throws {
        let script = try curlScript()
        try #require(script.contains(row.replaced))
        let results = try await results(
            script.replacing(row.replaced, with: row.by), in: ["oauth/code-with-proof"])
        #expect(results.map(\.verdict.kind) == [row.verdict])
        #expect(results.allSatisfy { $0.verdict.findings.contains { $0.code == row.code } })
    }

    @Test(.curl)
    func `curl in a shell script opens maps`() async throws {
        let results = try await results(
            try curlScript(),
            in: [
                "webmaps/opened", "webmaps/private", "webmaps/skipped", "webmaps/one-exchange", "webmaps/hostile-layer",
            ]
        ).filter { $0.verdict.kind != .notApplicable }
        for result in results { #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))") }
        #expect(Set(results.map(\.scenario)).count == 5)
    }

    @Test(
        .curl,
        arguments: [
            ("token=\"$server_token\"", "token=\"$portal_token\"", "webmaps/hostile-layer", "secret.foreign-origin"),
            ("then get \"$target\" --referer ''", "then get \"$target\"", "webmaps/hostile-layer", "wire.missing"),
            ("|| state=failed", "|| done_with refused \"$reason\"", "webmaps/skipped", "outcome"),
            ("|| state=failed", "|| :", "webmaps/skipped", "final.layerStates.Roads"),
            ("baseMap operationalLayers; do", "operationalLayers baseMap; do", "webmaps/opened", "wire.missing"),
        ])
    func `a command that opens maps wrongly is told by what it asks and reports`(
        _ replaced: String, _ by: String, _ scenario: String, _ code: String
    ) async throws {
        let script = try curlScript()
        try #require(script.contains(replaced))
        let results = try await results(script.replacing(replaced, with: by), in: [scenario]).filter {
            $0.verdict.kind != .notApplicable
        }
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.findings.contains { $0.code == code }, "\(result.verdict)")
        }
    }

    /// A challenge stands for the state (RFC 9700 §2.1), so that a constant one is loose.
    private static let constants: [(replaced: String, by: String, code: String, kind: Verdict.Kind)] = [
        (
            "verifier=\"$(random)\"", "verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "oauth.verifier-repeated", .failed
        ),
        ("state=\"$(random)\"", "state=constant", "oauth.state-repeated", .passedNonStrictly),
    ]

    @Test(.curl, .enabled(if: hasOpenSSL, "needs openssl: apt install openssl"), arguments: constants)
    func `a client whose sign-ins share what must be new is caught`(
        _ constant: (replaced: String, by: String, code: String, kind: Verdict.Kind)
    ) async throws {
        let script = try curlScript()
        try #require(script.contains(constant.replaced))
        let results = try await results(
            script.replacing(constant.replaced, with: constant.by), in: ["oauth/proof-quality"])
        #expect(results.map(\.verdict.kind) == [constant.kind])
        #expect(
            results.allSatisfy { $0.verdict.findings.contains { $0.code == constant.code } },
            "\(results.map(\.verdict))")
    }

    @Test(.curl, .enabled(if: hasOpenSSL, "needs openssl: apt install openssl"))
    func `a client is started twice with a home of its own each time, and may send the form of a page`() async throws {
        let script = try curlScript()
        let page = "get \"$rest/oauth2/authorize?$way"
        try #require(script.contains(page))
        // RFC 6749 §3.1: an authorization may be asked for by POST.
        let posting = script.replacing(page, with: "get \"$rest/oauth2/authorize\" --data \"$way")
        let settled = posting.replacing(
            "sign_in_on_page() {",
            with: "sign_in_on_page() {\n    [ ! -e \"$HOME/lived-in\" ] || exit 1; : >\"$HOME/lived-in\"")
        let results = try await results(
            settled, in: ["oauth/proof-quality", "oauth/out-of-band", "oauth/state-altered"])
        for result in results { #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))") }
        let started = results.first { $0.scenario == "oauth/proof-quality" }?.evidence.journal.requests
        #expect(started?.count { $0.operation == "oauth2/authorize" && $0.method == "POST" } == 2)
    }

    @Test func `a client that does not get in is not started again`() async throws {
        let results = try await results(
            "#!/bin/sh\necho started\nexit 1\n", in: ["oauth/proof-quality"])
        #expect(results.map { result in result.evidence.output.count { $0.text == "started\n" } } == [1])
        #expect(results.map(\.verdict.kind) == [.failed])
    }

    @Test(.curl)
    func `curl that verifies nothing fails for the right reason`() async throws {
        let script = try curlScript()
            .replacing("curl --silent", with: "curl --insecure --silent")
        let results = try await results(script, in: ["trust/expired"])
        #expect(results.allSatisfy { $0.verdict.findings.first?.code == "trust.verification-off" })
    }

    @Test(.curl)
    func `a refused password that is sent twice fails`() async throws {
        let script = try curlScript().replacing(
            "    # A password is not sent to",
            with: "    [ -n \"${again:-}\" ] || { again=1; sign_in; }\n    # A password is not sent to")
        let results = try await results(script, in: ["tokens/wrong-password-legacy"])
        #expect(!results.isEmpty)
        #expect(results.allSatisfy { $0.verdict.findings.contains { $0.code == "credential.repeated" } })
    }

    @Test func `a client that refuses everything without trying fails`() async throws {
        let results = try await results(
            "#!/bin/sh\necho '{\"outcome\":\"refused\",\"reason\":\"certificate-expired\"}'\nexit 1\n",
            in: ["trust/expired"])
        #expect(results.allSatisfy { $0.verdict.findings.first?.code == "outcome.unproved" })
    }

    @Test(.curl)
    func `a client that refuses whatever it met fails by its twin`() async throws {
        let results = try await results(
            """
            #!/bin/sh
            curl --silent --cacert "$PORTAL_CA_FILE" --output /dev/null "$PORTAL_URL/sharing/rest?f=json"
            echo '{"outcome":"refused","reason":"certificate-expired"}'
            exit 1
            """, in: ["trust/expired"])
        #expect(results.allSatisfy { $0.verdict.findings.first?.code == "twin" })
    }

    @Test func `a client that lies about getting in fails`() async throws {
        let results = try await results("#!/bin/sh\nexit 0\n", in: ["connect/anonymous-general"])
        #expect(results.map(\.verdict.findings.first?.code) == ["outcome.unproved"])
    }

    @Test func `exit 89 makes a scenario not applicable`() async throws {
        let results = try await results("#!/bin/sh\nexit 89\n", in: ["connect/anonymous-general"])
        #expect(results.map(\.verdict.kind) == [.notApplicable])
    }

    @Test(arguments: [126, 127])
    func `a client that cannot be started is no failure`(_ code: Int) async throws {
        let results = try await results("#!/bin/sh\nexit \(code)\n", in: ["connect/anonymous-general"])
        #expect(results.map(\.verdict.kind) == [.notJudged])
    }

    @Test func `a command that is not there is no failure`() async throws {
        let results = try await results(of: "/nowhere/client", in: ["connect/anonymous-general"])
        #expect(results.map(\.verdict.kind) == [.notJudged])
    }

    @Test func `a client that does not end is ended with all of its processes`() async throws {
        // The limit may also be over before the child was started: what counts is that none is left.
        let results = try await results(
            "#!/bin/sh\nsh -c 'sleep 600; :' '\(folder)/child' &\nwait\n", in: ["connect/anonymous-general"],
            timeLimit: .milliseconds(500))
        #expect(results.map(\.verdict.kind) == [.failed])
        #expect(processes(with: "\(folder)/child").isEmpty)
    }

    @Test func `a client's own words and exit codes are understood through a map`() async throws {
        let map = try ReasonMap(
            decoding: [
                "exitCodes": ["7": "certificate-unknown-root"], "texts": ["it is too old": "certificate-expired"],
            ],
            source: "map.json")
        let script =
            "#!/bin/sh\ncase \"$PORTAL_SCENARIO\" in *1.2*) echo 'It is too old'; exit 1 ;; *) exit 7 ;; esac\n"
        let results = try await results(script, in: ["trust/expired"], reasons: map)
        #expect(results.map(\.evidence.outcome?.reason) == [.certificateExpired, .certificateUnknownRoot])
    }

    @Test func `the map of the guide tells what a text says before what the exit code does`() async throws {
        let readme = URL(filePath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/clients/README.md").standardizedFileURL
        let example = try #require(
            try String(contentsOf: readme, encoding: .utf8).split(separator: "\n")
                .first { $0.hasPrefix("{\"exitCodes\"") })
        let map = try ReasonMap(decoding: try JSONValue(parsing: String(example)), source: "map.json")
        let script =
            "#!/bin/sh\ncase \"$PORTAL_SCENARIO\" in *1.2*) echo 'curl: (60) certificate has expired' >&2 ;; esac\nexit 60\n"
        let results = try await results(script, in: ["trust/expired"], reasons: map)
        #expect(results.map(\.evidence.outcome?.reason) == [.certificateExpired, .certificateUnknownRoot])
    }

    @Test func `a client that cannot do its task is told with the task`() async throws {
        let declining = "#!/bin/sh\nexit 89\n"
        for result in try await results(declining, in: ["connect/anonymous-general", "http/web-tier-before-tokens"]) {
            let task = result.scenario == "connect/anonymous-general" ? "connect" : "tasks"
            #expect(result.verdict.reason == "the client says that it cannot do this (task \(task))")
        }
    }

    @Test func `a map with an unknown reason is an error`() {
        #expect(throws: DocumentError.self) {
            try ReasonMap(decoding: ["exitCodes": ["7": "certificate-unknwon-root"]], source: "map.json")
        }
    }

    @Test func `a client that prints the password fails`() async throws {
        let results = try await results(
            "#!/bin/sh\necho \"$PORTAL_PASSWORD\"\nexit 1\n", in: ["connect/private-member"])
        #expect(results.allSatisfy { $0.verdict.findings.contains { $0.code == "secret.in-output" } })
    }

    @Test(arguments: [
        "cat \"$PORTAL_CLIENT_KEY\"",
        "od -An -v -tx1 \"$PORTAL_CLIENT_KEY\" >/dev/null; sed -n 3p \"$PORTAL_CLIENT_KEY\"",
        "tr -d '\\n' <\"$PORTAL_CLIENT_KEY\"", "base64 <\"$PORTAL_CLIENT_P12\"",
    ])
    func `a client that prints its key fails, and the report does not hold it`(_ command: String) async throws {
        let results = try await results("#!/bin/sh\n\(command)\nexit 1\n", in: ["pki/expired-tls13"])
        #expect(results.count == 1)
        for result in results {
            #expect(result.verdict.findings.first?.code == "secret.in-output")
            #expect(result.evidence.output[0].text.contains("redacted-"))
        }
    }

    @Test func `a client that prints its certificate prints no secret`() async throws {
        let results = try await results("#!/bin/sh\ncat \"$PORTAL_CLIENT_CERT\"\nexit 1\n", in: ["pki/identity-given"])
        #expect(!results.isEmpty)
        for result in results { #expect(!result.verdict.findings.contains { $0.code == "secret.in-output" }) }
    }

    @Test func `a last line that contradicts the exit code is read`() async throws {
        let results = try await results(
            "#!/bin/sh\necho '{\"outcome\":\"accepted\"}'\nexit 1\n", in: ["connect/anonymous-general"])
        #expect(results.map(\.evidence.outcome?.written) == [.accepted])
        #expect(results.map(\.verdict.findings.first?.code) == ["outcome.contradiction"])
    }

    @Test(arguments: ["1", "2"])
    func `a client that writes more than is kept fails, and what it did and wrote last is judged`(
        _ descriptor: String
    ) async throws {
        let results = try await results(
            """
            #!/bin/sh
            head -c 1200000 /dev/zero | tr '\\0' x >&\(descriptor)
            echo >&\(descriptor)
            echo "$PORTAL_PASSWORD" >&\(descriptor)
            echo '{"outcome":"refused","reason":"token-invalid"}'
            exit 1
            """, in: ["connect/private-member"], timeLimit: .seconds(300))
        let stream = descriptor == "1" ? "standard output" : "standard error"
        for result in results {
            #expect(result.verdict.kind == .failed)
            #expect(result.evidence.complaints == ["the client wrote more than 1 MiB to \(stream)"])
            #expect(result.evidence.obstacle == nil)
            #expect(result.evidence.outcome?.reason == .tokenInvalid)
            #expect(result.verdict.findings.contains { $0.code == "secret.in-output" })
            #expect(result.evidence.output.allSatisfy { $0.text.utf8.count < 1_100_000 })
        }
    }

    @Test func `a run whose client cannot be started still says what its portal saw`() async throws {
        let results = try await results(of: "/nowhere/client", in: ["connect/anonymous-general"])
        #expect(results.map(\.evidence.isComplete) == [true])
        #expect(results.allSatisfy { !$0.evidence.canaries.isEmpty })
    }

    /// The processes of this machine that have a text in their arguments; one that has ended has none.
    private func processes(with text: String) -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.filter { number in
            number.allSatisfy(\.isNumber)
                && (try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8))?.contains(text) == true
        }
    }
}
