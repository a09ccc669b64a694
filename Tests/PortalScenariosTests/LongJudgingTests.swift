import Foundation
import Platform
import PortalJudge
import ScenarioFormat
import TLSIdentity
import Testing

@testable import PortalScenarios

@Suite struct `Runs that take long to judge` {
    /// A judge that waits until every run is judged needs a thread for each, beside those that the steps go on with.
    @Test func `hold up no step of another run`() async throws {
        let library = try SharedLibrary.library
        let scenarios = try Array(library.selected(by: ["connect"]).filter { $0.variantCount == 1 }.prefix(8))
        let count = ProcessInfo.processInfo.activeProcessorCount + 1
        let runs = (0..<count).map { scenarios[$0 % scenarios.count] }
        let (arrived, gate) = (Locked(0), DispatchSemaphore(value: 0))
        var options = RunOptions()
        options.jobs = count
        options.judge = { evidence, expectation in
            let number = arrived.withLock { number in
                number += 1
                return number
            }
            if number == count { for _ in 0..<count { gate.signal() } }
            // Only a runner that judges on the threads of its steps is ended by that.
            guard gate.wait(timeout: .now() + 120) == .success else { return Verdict(.notJudged, reason: "held up") }
            return Judge.verdict(on: evidence, expecting: expectation)
        }
        let report = try await ScenarioRunner(library: library, pki: try TestPKI(), options: options).run(runs)
        #expect(report.results.count == count)
        #expect(report.results.compactMap(\.verdict.reason) == [])
        #expect(report.results.allSatisfy { $0.verdict.isPass })
    }
}
