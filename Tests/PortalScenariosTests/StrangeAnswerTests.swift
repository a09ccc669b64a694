import Foundation
import Fuzzing
import HTTPSemantics
import Mutants
import Platform
import PortalJudge
import PortalTransport
import ScenarioFormat
import TLSIdentity
import Testing

@testable import PortalScenarios

/// The client at portals whose answers are well-formed, and hold what no reader thought of.
@Suite struct `Answers that hold anything` {
    /// A wire over which documents come changed.
    private struct StrangeWire: WireFault {
        let kind: StrangeDocument
        let seed: Int

        func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
            var response = try await wire.send(request)
            let (kind, seed, body) = (kind, seed, response.body)
            // Some take long, and the clients of other tests wait beside them.
            response.body =
                await NativeThread.value { kind.changed(body, seed: seed) } ?? kind.changed(body, seed: seed)
            return response
        }
    }

    /// Each scenario with one kind of them; seeds 0 to 5, in the variable MOCKPORTAL_STRANGE_SEED, bring every kind to every scenario.
    @Test(arguments: StrangeDocument.allCases)
    func `are read or refused by the client in every scenario`(_ kind: StrangeDocument) async throws {
        let library = try SharedLibrary.library
        let seed = ProcessInfo.processInfo.environment["MOCKPORTAL_STRANGE_SEED"].flatMap { Int($0) } ?? 0
        let kinds = StrangeDocument.allCases
        let scenarios = RealmPeer.judgeable(library.scenarios).enumerated().compactMap { index, scenario in
            kinds[(index + seed) % kinds.count] == kind ? scenario : nil
        }
        var options = RunOptions()
        options.jobs = 4
        options.answerPatience = .seconds(10)
        options.transportWrapper = { wire, _ in FaultyTransport(wire, StrangeWire(kind: kind, seed: seed)) }
        let report = try await ScenarioRunner(library: library, pki: try TestPKI(), options: options).run(scenarios)
        #expect(report.results.count >= scenarios.count)
        for result in report.results where result.verdict.kind == .notJudged {
            Issue.record("\(result.name): \(result.verdict.reason ?? "")")
        }
    }
}
