import ChildProcess
import Foundation
import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import TestFolders
import Testing

/// What a command is asked follows from what its scenario expects; a command with one fault in curl is caught by it.
@Suite struct `Expectations of a command` {
    private let library: ScenarioLibrary
    private let files: TemporaryFolder

    init() throws {
        library = try SharedLibrary.library
        files = try TemporaryFolder()
    }

    private func curlScript() throws -> String {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        return try String(contentsOf: checkout.appendingPathComponent("Fixtures/clients/curl.sh"), encoding: .utf8)
    }

    private func results(_ script: String, in scenario: String) async throws -> [RunResult] {
        let path = "\(files.path)/client.sh"
        try ProgramFile.write(script, to: path)
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "'\(path)'")
        options.timeLimit = .seconds(120)
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: [scenario])).results
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let replaced: String
        let by: String
        let scenario: String
        let code: String
    }

    static let faults = [
        Fault(
            testDescription: "a referer that goes along to another host", replaced: "get \"$next\" --referer ''",
            by: "get \"$next\"", scenario: "leaks/redirect-foreign", code: "wire.missing"),
        Fault(
            testDescription: "a second token after a 403", replaced: "if [ \"$reason\" = token-invalid ] &&",
            by: "if [ \"$reason\" = access-denied ] &&", scenario: "tokens/denied-signed-in", code: "wire.unexpected"),
        Fault(
            testDescription: "a token bound to the address in the place of the referer",
            replaced: "&client=referer&referer=$(printf '%s' \"$PORTAL_REFERER\" | encode)", by: "&client=requestip",
            scenario: "tokens/hygiene", code: "wire.missing"),
        Fault(
            testDescription: "a client nonce that never changes",
            replaced: "printf 'anyauth\\nuser = \"%s\"\\n' \"$pair\" > \"$web\"",
            by: constantNonce, scenario: "http/digest-md5", code: "wire.missing"),
        Fault(
            testDescription: "a token in a cookie, too", replaced: "header = \"X-Esri-Authorization: Bearer $token\"",
            by: "header = \"X-Esri-Authorization: Bearer $token\"\ncookie = \"agwtoken=$token\"",
            scenario: "tokens/preacquired", code: "secret.in-cookie"),
        Fault(
            testDescription: "twenty requests in the place of one", replaced: "\nask\nreason=",
            by: "\nfor turn in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do ask; done\nask\nreason=",
            scenario: "tokens/discovery", code: "wire.unexpected"),
    ]

    /// Answers the challenge of RFC 7616 with a client nonce of its own making, always the same.
    private static let constantNonce = #"""
        head="$(curl -s -D - -o /dev/null --cacert "$PORTAL_CA_FILE" "$rest/portals/self?f=json" | tr -d '\r')"
        part() { printf '%s\n' "$head" | sed -n "s/^[Ww][Ww][Ww]-[Aa].*[ ,]$1=\"\([^\"]*\)\".*/\1/p" | head -n 1; }
        sum() { printf '%s' "$1" | md5sum | cut -d ' ' -f 1; }
        uri="/${rest#https://*/}/portals/self?f=json"
        one="$(sum "$PORTAL_USERNAME:$(part realm):$PORTAL_PASSWORD")"
        two="$(sum "GET:$uri")"
        answer_of="$(sum "$one:$(part nonce):00000001:constant:auth:$two")"
        opaque="$(part opaque)"
        printf 'header = "Authorization: Digest username=\\"%s\\", realm=\\"%s\\", nonce=\\"%s\\", uri=\\"%s\\", qop=auth, nc=00000001, cnonce=\\"constant\\", algorithm=MD5, response=\\"%s\\"%s"\n' \
            "$PORTAL_USERNAME" "$(part realm)" "$(part nonce)" "$uri" "$answer_of" "${opaque:+, opaque=\\\"$opaque\\\"}" > "$web"
        """#

    @Test(.curl, arguments: faults)
    func `catch what its scenario forbids`(_ fault: Fault) async throws {
        let script = try curlScript()
        try #require(script.contains(fault.replaced))
        let results = try await results(script.replacing(fault.replaced, with: fault.by), in: fault.scenario)
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.verdict.kind == .failed, "\(TextReport.text(of: result, explains: true))")
            #expect(
                result.verdict.findings.contains { $0.code == fault.code },
                "\(TextReport.text(of: result, explains: true))")
        }
    }

    @Test func `are told beside the scenario's own, with each loosening and its reason`() throws {
        let scenario = try #require(library["tokens/own-referer"])
        let text = library.explanation(of: scenario) { $0.foreignLines }.joined(separator: "\n")
        #expect(text.contains("Expected of a command: the task query, accepted"))
        #expect(text.contains("POST generateToken user=alice form.client=referer"))
        #expect(
            text.contains("numbered otherwise: token#2 is token#1\n    because the task signs in for the service alone")
        )
        #expect(text.contains(ForeignLoosening.target.what) && text.contains(ForeignLoosening.target.reason))
        #expect(try #require(library["connect/silent-sign-in"]).foreignLines.isEmpty)
    }

    @Test func `of every scenario hold what its own one asks, or say why not`() throws {
        var count = 0
        for scenario in library.scenarios where scenario.foreign != nil {
            let lines = scenario.foreignLines
            #expect(lines.first?.hasPrefix("Expected of a command") == true, "\(scenario.id)")
            count += 1
        }
        #expect(count > 100)
    }

    @Test func `of an address that may be asked in plain call that looser`() throws {
        let text = try #require(library["leaks/upgrade-anonymous"]).foreignLines.joined(separator: "\n")
        #expect(text.contains("looser, and not forbidden: * * @http"))
    }

    private static let scenario = """
        title: It works
        catalogue: C01
        client:
          - connect: {}
        expect:
          wire: [GET portals/self bare -> 200]

        """

    @Test(arguments: [
        ("{ drop: \"* *\" }", "foreign.loosen[0].reason: is missing"),
        ("{ drop: \"* *\", reason: \" \" }", "foreign.loosen[0].reason: is missing"),
        ("{ drop: \"* search\", reason: because }", "foreign.loosen[0]: loosens nothing"),
        ("{ from: \"* *\", without: [referer], reason: because }", "foreign.loosen[0]: loosens nothing"),
        ("{ permit: \"* search\", reason: because }", "foreign.loosen[0]: loosens nothing"),
        ("{ reason: because }", "foreign.loosen[0]: names 0 changes"),
        ("{ drop: \"* *\", may: \"GET search\", reason: because }", "foreign.loosen[0]: names 2 changes"),
        ("{ from: \"* *\", reason: because }", "foreign.loosen[0].without: is missing"),
        ("{ replace: \"* *\", reason: because }", "foreign.loosen[0].with: is missing"),
        ("{ drop: search, reason: because }", "foreign.loosen[0].drop"),
        ("{ drop: \"* *\", with: \"GET search\", reson: because }", "reson"),
    ])
    func `are not loosened without a reason or without need`(_ entry: String, _ words: String) throws {
        let text = Self.scenario + "foreign: { task: connect, outcome: accepted, loosen: [\(entry)] }\n"
        let error = try #require(throws: DocumentError.self) {
            _ = try Scenario(parsing: text, id: "some", source: "some.yaml").runs()
        }
        #expect(error.description.contains(words), "\(error)")
    }
}
