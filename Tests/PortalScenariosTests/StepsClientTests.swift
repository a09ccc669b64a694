import FixtureFiles
import JSONValues
import PortalJudge
import PortalScenarios
import TLSIdentity
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Clients that are told a scenario step by step; Python requests is one, right as it is in the checkout and wrong where a line is replaced.
@Suite struct `Clients that are told steps` {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/mockportal-tests-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private static let hasRequests: Bool = {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return places.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
    }()

    private func results(
        _ changes: [(String, String)], in ids: [String], reasons: ReasonMap = ReasonMap(),
        knownFailing: Set<String> = []
    ) async throws -> RunReport {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        var script = try String(
            contentsOf: checkout.appendingPathComponent("Fixtures/clients/requests_client.py"), encoding: .utf8)
        for (old, new) in changes {
            try #require(script.contains(old))
            script = script.replacing(old, with: new)
        }
        let path = "\(folder)/client-\(UUID().uuidString).py"
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        var options = RunOptions()
        options.foreign = ForeignCommand(commandLine: "python3 '\(path)'", reasons: reasons, mode: .steps)
        options.timeLimit = .seconds(300)
        options.knownFailing = knownFailing
        options.jobs = 2
        let library = try ScenarioLibrary(fixtures: .embedded)
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ids))
    }

    @Test(.enabled(if: hasRequests, "needs python3 with requests: apt install python3-requests"))
    func `Python requests passes what it can be told`() async throws {
        let report = try await results(
            [],
            in: [
                "connect/anonymous-general", "tokens/expired-silent", "trust/expired", "leaks/redirect-foreign",
                "tokens/insecure-token-url", "trust/ip-address-by-name", "connect/silent-sign-in",
            ])
        for result in report.results {
            #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))")
        }
        #expect(report.results.count > 8)
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let replaced: String
        let by: String
        let scenario: String
        let code: String
        var verdict = Verdict.Kind.failed
    }

    static let faults = [
        Fault(
            testDescription: "a second attempt without verification",
            replaced: "            except requests.RequestException as error:\n",
            by: """
                            except requests.exceptions.SSLError:
                                return self.session.request(method, url, verify=False, timeout=20, allow_redirects=False, **more)
                            except requests.RequestException as error:

                """, scenario: "trust/expired", code: "trust.verification-off"),
        Fault(
            testDescription: "a token that goes along to another origin",
            replaced: "more[\"headers\"] = {\"Referer\": None}",
            by: "pass", scenario: "leaks/redirect-foreign", code: "secret.foreign-origin"),
        Fault(
            testDescription: "a password in its log", replaced: "        form = {",
            by: "        print(login, file=sys.stderr)\n        form = {",
            scenario: "tokens/expired-silent", code: "secret.in-output"),
        Fault(
            testDescription: "a password in a file of its home", replaced: "        form = {",
            by: "        open(os.path.expanduser(\"~/.cache\"), \"w\").write(str(login))\n        form = {",
            scenario: "tokens/expired-silent", code: "secret.in-file"),
        Fault(
            testDescription: "a password in a URL", replaced: "self.fetch(\"POST\", service, data=",
            by: "self.fetch(\"POST\", service, params={\"password\": login[\"password\"]}, data=",
            scenario: "tokens/expired-silent", code: "secret.in-url"),
        Fault(
            testDescription: "an answer 498 that is taken for one", replaced: "            if code < 300:",
            by: "            if True:",
            scenario: "tokens/expired-silent", code: "wire.missing"),
        Fault(
            testDescription: "a question too many, without a credential",
            replaced: "        if place not in self.services:\n",
            by: "        if True:\n", scenario: "tokens/expired-silent", code: "wire.probe", verdict: .passedNonStrictly
        ),
        Fault(
            testDescription: "no question where to get a token",
            replaced:
                "told = self.document(self.fetch(\"GET\", place + rest + \"/info\", params={\"f\": \"json\"})).get(\"authInfo\", {})\n",
            by: "told = {\"tokenServicesUrl\": os.environ[\"PORTAL_URL\"] + \"/sharing/rest/generateToken\"}\n",
            scenario: "tokens/expired-silent", code: "", verdict: .passed),
        Fault(
            testDescription: "no reason", replaced: "\"outcome\": \"refused\", \"reason\": str(reason)",
            by: "\"outcome\": \"refused\"",
            scenario: "trust/expired", code: "outcome.no-reason", verdict: .passedNonStrictly),
        Fault(
            testDescription: "a wrong reason", replaced: "\"certificate-expired\"", by: "\"host-mismatch\"",
            scenario: "trust/expired", code: "outcome.reason"),
        Fault(
            testDescription: "events that are right", replaced: "                self.tokens.pop(who, None)\n",
            by:
                "                self.tokens.pop(who, None)\n                print('{\"event\": \"tokenRenewed\"}', flush=True)\n",
            scenario: "tokens/expired-silent", code: "", verdict: .passed),
        Fault(
            testDescription: "events that never happened", replaced: "                self.tokens.pop(who, None)\n",
            by:
                "                self.tokens.pop(who, None)\n                print('{\"event\": \"challenge(token 0)\"}', flush=True)\n",
            scenario: "tokens/expired-silent", code: "events.order"),
    ]

    @Test(
        .enabled(if: hasRequests, "needs python3 with requests: apt install python3-requests"), arguments: faults)
    func `a client with one fault is told by what is always judged and by what is expected`(_ row: Fault) async throws {
        let results = try await results([(row.replaced, row.by)], in: [row.scenario]).results
        #expect(!results.isEmpty)
        for result in results where result.verdict.kind != .notApplicable {
            #expect(result.verdict.kind == row.verdict, "\(TextReport.text(of: result, explains: true))")
            let codes = result.verdict.findings.map(\.code)
            #expect(row.code.isEmpty || codes.contains(row.code), "\(codes)")
        }
    }

    @Test(.enabled(if: hasRequests, "needs python3 with requests: apt install python3-requests"))
    func `a client's own words are understood through a map, and what must fail may`() async throws {
        let own = [("\"certificate-expired\"", "\"it is too old\"")]
        let map = try ReasonMap(decoding: ["texts": ["too old": "certificate-expired"]], source: "map.json")
        let understood = try await results(own, in: ["trust/expired"], reasons: map)
        #expect(understood.results.allSatisfy { $0.verdict.kind == .passed })
        let wrong = [("\"certificate-expired\"", "\"host-mismatch\"")]
        let known = try await results(wrong, in: ["trust/expired"], knownFailing: ["trust/expired"])
        #expect(known.exitCode == 0)
        let stale = try await results([], in: ["trust/expired"], knownFailing: ["trust/expired"])
        #expect(stale.exitCode == 2)
    }
}
