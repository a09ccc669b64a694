import HTTPSemantics
import JSONValues
import PortalJudge
import ScenarioFormat

/// Reports that no portal was started for.
enum SampleReport {
    /// A run of a client that asked once and was let in, where `codes` were expected.
    static func result(
        _ scenario: String = "family/one", client: String = "built-in", code: Int = 200, expected: Int = 200,
        output: String = "", isKnownToFail: Bool = false
    ) throws -> RunResult {
        var evidence = Evidence(client: .foreign)
        evidence.journal.connections = [
            Journal.Connection(
                number: 1, listener: "portal", origin: "https://localhost:1", peer: "127.0.0.1:2", openedAt: 1,
                end: Journal.End(at: 2.5, by: "client", requestBytes: 100))
        ]
        evidence.journal.requests = [
            Journal.Request(
                number: 1, connection: 1, ordinal: 1, listener: "portal", origin: "https://localhost:1",
                portalTime: 1_795_331_729_270, method: "GET", target: "/portal/sharing/rest/portals/self?f=json",
                headers: [HeaderField("Host", "localhost:1")], operation: "portals/self",
                answer: Journal.Answer(status: 200, code: code, size: 10))
        ]
        evidence.outcome = ClientOutcome(kind: .accepted)
        evidence.output = [ClientOutput(place: "standard output", text: output)]
        let expectation = try Expectation(
            decoding: ["wire": [.string("GET portals/self -> \(expected)")]], source: "test", path: "expect")
        var result = RunResult(
            scenario: scenario, name: scenario, title: "A title", catalogue: ["C01"], tags: ["core"],
            citation: "a document", requirement: "A requirement.", verdict: Verdict(.passed), durationMS: 1.5,
            client: client, expectation: expectation, evidence: evidence, isKnownToFail: isKnownToFail,
            rerun: "mockportal run \(scenario) --explain")
        result.verdict = result.judgedAgain
        return result
    }

    static func report(_ results: RunResult...) -> RunReport {
        RunReport(results: results, durationMS: 3)
    }
}
