import HTTPSemantics
import Mutants
import Platform
import PortalJudge
import PortalScenarios
import PortalTransport
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import Testing

@Suite struct `Orders of answers` {
    /// Renews once more where a token is refused that was replaced meanwhile: a race that luck seldom shows.
    private final class RenewOnLateRefusal: WireFault {
        private struct State {
            var generation = 0
            var generate: HTTPRequest?
        }
        private let state = Locked(State())

        func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
            let before = state.withLock { $0.generation }
            let answer = try await wire.send(request)
            if request.isGenerate {
                state.withLock { state in
                    state.generation += 1
                    state.generate = request
                }
                return answer
            }
            let now = state.withLock { $0 }
            guard answer.envelopeCode == 498 || answer.status == 498, before > 0, now.generation > before,
                let generate = now.generate
            else { return answer }
            _ = try await wire.send(generate)
            return answer
        }
    }

    /// Sends every second request far later than answers wait for one another without it: a machine that is busy.
    private final class LateRequests: HTTPTransport {
        private let wire: any HTTPTransport
        private let delay: Duration
        private let count = Locked(0)

        init(_ wire: any HTTPTransport, by delay: Duration) {
            self.wire = wire
            self.delay = delay
        }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let isLate = count.withLock { count in
                count += 1
                return count.isMultiple(of: 2)
            }
            if isLate { try? await Task.sleep(for: delay) }
            return try await wire.send(request)
        }

        func retireConnections(to origin: Origin?) async { await wire.retireConnections(to: origin) }
        func setTrust(_ trust: TrustDecisions) async { await wire.setTrust(trust) }
    }

    private static func results(_ schedule: AnswerSchedule, isFaulty: Bool, late: Duration? = nil) async throws
        -> [RunResult]
    {
        let library = try SharedLibrary.library
        var options = RunOptions()
        options.schedule = schedule
        options.jobs = 1
        if isFaulty {
            options.transportWrapper = { wire, _ in
                FaultyTransport(late.map { LateRequests(wire, by: $0) } ?? wire, RenewOnLateRefusal())
            }
        }
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try await runner.run(try library.selected(by: ["concurrency/refused-together"])).results
    }

    /// In a process of its own: among hundreds of other tests hardly two answers meet.
    @Test func `a race that some orders do not show is found by exploring, and shown again by its order`() async {
        await #expect(processExitsWith: .success) {
            let suite = `Orders of answers`.self
            // Without an order it is luck whether the race shows; where the refusals all go first it cannot.
            let usual = try await suite.results(.replay([AnswerChoice(0)]), isFaulty: true)
            #expect(usual.contains { $0.verdict.isPass }, "\(usual.map { TextReport.text(of: $0, explains: true) })")
            let found = try await suite.results(.explore(schedules: 20), isFaulty: true)
            let failed = try #require(found.first { $0.verdict.kind == .failed })
            let order = try #require(failed.schedule)
            #expect(
                TextReport.text(of: failed).contains("rerun: mockportal run \(failed.scenario) --schedule \(order)"))
            let replay = try #require(AnswerSchedule(parsing: order))
            // Whether as many answers meet as before must not depend on how busy the machine is.
            for late in [nil, Duration.milliseconds(400)] {
                let again = try await suite.results(replay, isFaulty: true, late: late)
                #expect(again.contains { $0.verdict.kind == .failed }, "\(order), late by \(String(describing: late))")
            }
        }
    }

    @Test func `the race is found where requests come late`() async {
        await #expect(processExitsWith: .success) {
            let found = try await `Orders of answers`.results(
                .explore(schedules: 20), isFaulty: true, late: .milliseconds(40))
            #expect(found.contains { $0.verdict.kind == .failed })
        }
    }

    @Test func `a client without the race passes in every order`() async throws {
        for result in try await Self.results(.explore(schedules: 8), isFaulty: false) {
            #expect(result.verdict.kind == .passed, "\(TextReport.text(of: result, explains: true))")
            #expect(result.schedule == nil)
        }
    }

    @Test(arguments: [
        ("concurrency/refused-together", "99", "choice 1 is 99, and only "),
        ("concurrency/refused-together", "0/1.8/9", "choice 2 is 8/9, and only "),
        ("concurrency/refused-together", String(repeating: "0.", count: 5000) + "1", " choices, and 5001 are given"),
        ("connect/anonymous-general", "1", "its steps run one after the other"),
    ])
    func `an order that was not met is no proof`(_ row: (scenario: String, order: String, why: String)) async throws {
        let library = try SharedLibrary.library
        var options = RunOptions()
        options.schedule = try #require(AnswerSchedule(parsing: row.order))
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        let report = try await runner.run(try library.selected(by: [row.scenario]))
        #expect(report.exitCode == 2)
        for result in report.results {
            #expect(result.verdict.kind == .notJudged)
            let reason = result.verdict.reason ?? ""
            #expect(reason.contains("was not met: ") && reason.contains(row.why), "\(reason)")
        }
    }

    /// The order lets the first answer wait for eight more, which never come, for longer than a run may be silent.
    @Test func `what an order holds back is no silence of the client`() async throws {
        let library = try SharedLibrary.library
        var options = RunOptions()
        options.schedule = try #require(AnswerSchedule(parsing: "0/9"))
        options.silence = .seconds(2)
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        let results = try await runner.run(try library.selected(by: ["concurrency/refused-together"])).results
        #expect(!results.isEmpty)
        for result in results { #expect(result.evidence.complaints == []) }
    }

    @Test func `an order of nothing but first answers is always met`() async throws {
        for result in try await Self.results(.replay([AnswerChoice(0)]), isFaulty: false) {
            #expect(result.verdict.kind == .passed)
        }
    }

    @Test(arguments: ["", "1.", "a", "-1", "1..2", "1,2", "1/", "/2", "2/2", "0/0", "0/1.1", "1/2/3"])
    func `what is no order is refused`(_ text: String) { #expect(AnswerSchedule(parsing: text) == nil) }

    @Test func `an order is read as it is printed`() {
        #expect(AnswerSchedule(parsing: "0/1.2/4") == .replay([AnswerChoice(0, of: 1), AnswerChoice(2, of: 4)]))
        #expect(AnswerSchedule(parsing: "2.0.1") == .replay([2, 0, 1].map { AnswerChoice($0) }))
    }
}
