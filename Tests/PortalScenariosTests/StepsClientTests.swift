import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import Testing

/// Clients that are told a scenario step by step; Python requests is one, right as it is in the checkout and wrong where a line is replaced.
@Suite struct `Clients that are told steps` {
    @Test(.enabled(if: RequestsClient.canRun, "needs python3 with requests: apt install python3-requests"))
    func `Python requests passes what it can be told`() async throws {
        let report = try await RequestsClient.report(
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

    @Test(
        .enabled(if: RequestsClient.canRun && RealmPeer.isThere, "needs python3 with requests, and MIT Kerberos"))
    func `a client is asked for tickets only where it says that it signs in with them`() async throws {
        let silent = try await RequestsClient.report([], in: ["iwa/ticket"]).results.first
        #expect(silent?.verdict.kind == .notApplicable)
        #expect(silent?.verdict.reason == "the client signs in with no Kerberos ticket")
        // It says so and does not: then it is judged.
        let boasting = try await RequestsClient.report(
            [("client = Steps(step)", "client, answer = Steps(step), answer | {\"kerberos\": True}")],
            in: ["iwa/ticket"]
        ).results.first
        #expect(boasting?.verdict.kind == .failed, "\(String(describing: boasting?.verdict))")
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
                                return self.session.request(method, url, verify=False, timeout=120, allow_redirects=False, **more)
                            except requests.RequestException as error:

                """, scenario: "trust/expired", code: "trust.verification-off"),
        Fault(
            testDescription: "a token that goes along to another origin",
            replaced: "more[\"headers\"] = {\"Referer\": None}",
            by: "pass", scenario: "leaks/redirect-foreign", code: "secret.foreign-origin"),
        Fault(
            testDescription: "a password in its log", replaced: "        form = {",
            by: "        print(login, file=__import__(\"sys\").stderr)\n        form = {",
            scenario: "tokens/expired-silent", code: "secret.in-output"),
        Fault(
            testDescription: "a password in a file of its home", replaced: "        form = {",
            by:
                "        open(__import__(\"os\").path.expanduser(\"~/.cache\"), \"w\").write(str(login))\n        form = {",
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
            by:
                "told = {\"tokenServicesUrl\": __import__(\"os\").environ[\"PORTAL_URL\"] + \"/sharing/rest/generateToken\"}\n",
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
        .enabled(if: RequestsClient.canRun, "needs python3 with requests: apt install python3-requests"),
        arguments: faults)
    func `a client with one fault is told by what is always judged and by what is expected`(_ row: Fault) async throws {
        let results = try await RequestsClient.report([(row.replaced, row.by)], in: [row.scenario]).results
        #expect(!results.isEmpty)
        for result in results where result.verdict.kind != .notApplicable {
            #expect(result.verdict.kind == row.verdict, "\(TextReport.text(of: result, explains: true))")
            let codes = result.verdict.findings.map(\.code)
            #expect(row.code.isEmpty || codes.contains(row.code), "\(codes)")
        }
    }

    @Test(.enabled(if: RequestsClient.canRun, "needs python3 with requests: apt install python3-requests"))
    func `a client's own words are understood through a map, and what must fail may`() async throws {
        let own = [("\"certificate-expired\"", "\"it is too old\"")]
        let map = try ReasonMap(decoding: ["texts": ["too old": "certificate-expired"]], source: "map.json")
        let understood = try await RequestsClient.report(own, in: ["trust/expired"], reasons: map)
        #expect(understood.results.allSatisfy { $0.verdict.kind == .passed })
        let wrong = [("\"certificate-expired\"", "\"host-mismatch\"")]
        let known = try await RequestsClient.report(wrong, in: ["trust/expired"], knownFailing: ["trust/expired"])
        #expect(known.exitCode == 0)
        let stale = try await RequestsClient.report([], in: ["trust/expired"], knownFailing: ["trust/expired"])
        #expect(stale.exitCode == 2)
    }
}
