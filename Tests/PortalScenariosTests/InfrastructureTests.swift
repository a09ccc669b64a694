import Mutants
import Platform
import PortalAuthentication
import PortalJudge
import PortalTransport
import ScenarioFormat
import TLSIdentity
import Testing

@testable import PortalScenarios

@Suite struct `Faults of the machine` {
    private func report(
        of selectors: [String] = ["connect/anonymous-general", "concurrency/load-twice"],
        _ change: (inout RunOptions) -> Void = { _ in }
    ) async throws -> RunReport {
        let library = try SharedLibrary.library
        var options = RunOptions()
        options.jobs = 1
        change(&options)
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: selectors))
    }

    @Test func `a clock that jumps lets nothing be judged, and the other runs go on`() async throws {
        let readings = Locked(0)
        let report = try await report { options in
            options.clocks = {
                let number = readings.withLock { number in
                    number += 1
                    return number
                }
                // From the first run's end on, the time of day is an hour ahead.
                return ClockReading(wall: .seconds(number > 1 ? 3600 : 0), steady: .seconds(1))
            }
        }
        #expect(report.exitCode == 2)
        #expect(report.results.first?.verdict.kind == .notJudged)
        #expect(report.results.first?.verdict.reason?.hasPrefix("the machine's clock jumped by 3600 s") == true)
        #expect(report.results.dropFirst().allSatisfy { $0.verdict.kind == .passed })
    }

    @Test(arguments: [(1999, true), (2001, false), (-1999, true), (-2001, false)])
    func `two seconds are no jump`(_ row: (jump: Int, isJudged: Bool)) async throws {
        let readings = Locked(0)
        let report = try await report { options in
            options.clocks = {
                let number = readings.withLock { number in
                    number += 1
                    return number
                }
                return ClockReading(
                    wall: .milliseconds(number > 1 ? 500 + row.jump : 0), steady: .milliseconds(number > 1 ? 500 : 0))
            }
        }
        #expect((report.results.first?.verdict.kind == .passed) == row.isJudged)
    }

    @Test func `a clock is read again where the program was held up between the two`() {
        // An hour passes between the first two looks at the clock that cannot be set.
        var looks = [Duration.seconds(1), .seconds(3601), .seconds(3602), .seconds(3602)].makeIterator()
        var walls = [Duration.seconds(101), .seconds(3702)].makeIterator()
        let reading = ClockReading.reading(wall: { walls.next() ?? .zero }, steady: { looks.next() ?? .zero })
        #expect(reading.wall == .seconds(3702) && reading.steady == .seconds(3602))
    }

    @Test func `a browser's pages may take as long as they take`() async throws {
        let window = try BrowserWindow(trust: TrustDecisions())
        #expect(window.clock.standsStill)
        await window.close()
    }

    @Test func `the time of a portal and its built-in client passes only where the scenario has it pass`() async throws
    {
        let report = try await report(of: ["tokens/renewed-ahead"])
        for result in report.results {
            let times = Set(result.evidence.journal.requests.map(\.portalTime)).sorted()
            #expect(times.map { $0 - (times.first ?? 0) } == [0, 30_000, 56_000])
        }
        #expect(report.results.count == 2)
    }

    /// Stops the portal before the first request of each run goes out.
    private struct StopPortal: WireFault {
        let facts: WireFacts

        func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
            facts.stopPortal()
            return try await wire.send(request)
        }
    }

    @Test func `a portal that is gone is not the client's fault`() async throws {
        let report = try await report { options in
            options.transportWrapper = { wire, facts in FaultyTransport(wire, StopPortal(facts: facts)) }
            options.patience = .seconds(5)
            options.answerPatience = .seconds(5)
        }
        #expect(report.exitCode == 2)
        for result in report.results {
            #expect(result.verdict.kind == .notJudged)
            #expect(result.verdict.reason?.hasPrefix("the portal was stopped in the middle of the run") == true)
        }
    }

    /// A negative with a twin that only its portal makes, and one whose twin is another scenario.
    private static let negatives = ["connect/private-anonymous", "tokens/wrong-referer"]

    @Test func `a clock that jumps while a twin runs lets nothing be judged`() async throws {
        let readings = Locked(0)
        let report = try await report(of: Self.negatives) { options in
            options.clocks = {
                let number = readings.withLock { number in
                    number += 1
                    return number
                }
                // Each run is read twice and its twin twice: the time of day is ahead from each twin's end on.
                return ClockReading(wall: .seconds(3600 * (number / 4)), steady: .seconds(1))
            }
        }
        #expect(report.exitCode == 2)
        #expect(report.results.first?.verdict.kind == .notJudged)
        let reason = report.results.first?.verdict.reason ?? ""
        #expect(reason.hasPrefix("its twin could not be run: the machine's clock jumped"), "\(reason)")
    }

    @Test func `a portal that is gone while a twin runs is not the client's fault`() async throws {
        let runs = Locked(0)
        let report = try await report(of: Self.negatives) { options in
            options.transportWrapper = { wire, facts in
                let number = runs.withLock { number in
                    number += 1
                    return number
                }
                guard number.isMultiple(of: 2) else { return wire }
                return FaultyTransport(wire, StopPortal(facts: facts))
            }
            options.patience = .seconds(5)
            options.answerPatience = .seconds(5)
        }
        #expect(report.exitCode == 2)
        #expect(report.count(.failed) == 0)
        let reasons = report.results.compactMap(\.verdict.reason)
        #expect(reasons.contains { $0.hasPrefix("its twin could not be run: the portal was stopped") }, "\(reasons)")
        #expect(
            reasons.contains { $0.hasPrefix("its twin tokens/long-lived-referer could not be judged: ") },
            "\(reasons)")
    }
}
