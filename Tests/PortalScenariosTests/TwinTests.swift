import JSONValues
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import Synchronization
import TLSIdentity
import Testing

@Suite struct Twins {
    private final class Counter: Sendable {
        let clients = Atomic(0)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let axis: String
        let portal: String
        let twin: String
        /// Clients that are started for the two runs and their twins.
        let clients: Int
    }

    @Test(arguments: [
        Case(
            testDescription: "alike once the fault is gone", axis: "code: [500, 501]",
            portal: "answers: [{ operation: portals/self, status: \"${code}\", body: nothing }]",
            twin: "answers: []", clients: 3),
        Case(
            testDescription: "different in what stays", axis: "version: [\"1.2\", \"1.3\"]",
            portal:
                "tls: { versions: [\"${version}\"] }, answers: [{ operation: portals/self, status: 500, body: nothing }]",
            twin: "answers: []", clients: 4),
    ])
    func `are run once for the variants that share them`(_ row: Case) async throws {
        let text = """
            title: A title
            catalogue: C01
            variants: { \(row.axis) }
            portal: { preset: anonymous, \(row.portal) }
            client: [{ connect: {} }]
            expect:
              events: [failed(http-error)]
              wire: any
              final: { status: failed }
            twin: { portal: { \(row.twin) } }
            """
        let scenario = try Scenario(parsing: text, id: "family/name", source: "family/name.yaml")
        let counter = Counter()
        var options = RunOptions()
        options.transportWrapper = { wire, _ in
            counter.clients.add(1, ordering: .relaxed)
            return wire
        }
        let runner = ScenarioRunner(
            library: try SharedLibrary.library, pki: try TestPKI(), options: options)
        let report = try await runner.run([scenario])
        #expect(report.results.count == 2)
        for result in report.results {
            #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))")
        }
        #expect(counter.clients.load(ordering: .relaxed) == row.clients)
    }

    struct End: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let status: String?
        let events: [String]
        let gotIn: Bool
    }

    @Test(arguments: [
        End(testDescription: "a portal that is loaded", status: "loaded", events: ["loaded"], gotIn: true),
        End(testDescription: "a map without a portal", status: nil, events: ["loaded"], gotIn: true),
        End(
            testDescription: "a request that fails beside a portal that is loaded", status: "loaded",
            events: ["loaded", "failed(connection-lost)"], gotIn: false),
        End(testDescription: "nothing", status: nil, events: [], gotIn: false),
    ])
    func `get in where the last thing did`(_ end: End) {
        var evidence = Evidence(client: .builtIn)
        if let status = end.status { evidence.final = ["status": .string(status)] }
        evidence.events = end.events
        #expect((Twin(evidence: evidence).objection == nil) == end.gotIn)
    }
}
