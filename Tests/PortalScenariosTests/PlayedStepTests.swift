import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import Testing

/// Steps and tasks that a client of the tests really does: each scenario here must be judged, and passed.
@Suite struct `Played steps` {
    private static let remedy: Comment = "needs python3 with requests: apt install python3-requests"

    /// Of each new kind of step one scenario.
    static let steps = [
        "webmaps/popup-fields", "webmaps/another-basemap", "webmaps/cancelled-under-way", "editing/one-layer",
        "editing/one-fails", "editing/attach", "queries/having", "queries/related-records", "concurrency/one-prompt",
        "concurrency/cold-start", "concurrency/waiter-cancelled", "transport/connect-timeout", "transport/stall",
        "transport/cancelled", "oauth/denied", "oauth/window-closed", "lifecycle/kept-over-a-restart",
        "connect/resubmit-credential", "connect/resubmit-ignored", "tokens/wrong-password-legacy",
        "pki/candidates", "http/reject", "federation/public-unowned", "leaks/upgrade-credential",
    ]

    @Test(.enabled(if: RequestsClient.canRun, remedy))
    func `a client that does the steps passes`() async throws {
        let (report, _) = try await PlayerClient.play(Self.steps)
        for result in report.results {
            #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))")
        }
        #expect(Set(report.results.map(\.scenario)) == Set(Self.steps))
    }

    static let tasks = [
        "connect/authenticated-challenge", "lifecycle/load-after-failure", "federation/public-unowned",
        "webmaps/secured-layer", "tokens/password-changed-challenge", "webmaps/popup-fields", "http/digest-parallel",
        "tokens/wrong-then-right", "concurrency/cold-start", "concurrency/load-twice",
    ]

    @Test(.enabled(if: RequestsClient.canRun, remedy))
    func `a command that is told everything at once passes`() async throws {
        let (report, _) = try await PlayerClient.play(Self.tasks, mode: .command)
        for result in report.results where result.scenario != "http/digest-parallel" {
            #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))")
        }
        // It knows no credentials of the web tier, and says so.
        let digest = report.results.filter { $0.scenario == "http/digest-parallel" }
        #expect(!digest.isEmpty && digest.allSatisfy { $0.verdict.kind == .notApplicable })
        #expect(Set(report.results.map(\.scenario)) == Set(Self.tasks))
    }

    @Test(.enabled(if: RequestsClient.canRun, remedy))
    func `each answer has the password that the account has by then, and a request's own credential keeps its own`()
        async throws
    {
        for mode in [ForeignCommand.Mode.steps, .command] {
            let (report, said) = try await PlayerClient.play(
                ["tokens/password-changed-legacy", "oauth/refresh-dead", "http/password-changed"], mode: mode)
            // It knows no credentials of the web tier, and says so after it was told them.
            for result in report.results where result.scenario != "http/password-changed" {
                #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))")
            }
            #expect(report.results.count == 6)
            guard mode == .steps else { continue }
            let told = said.filter { $0.scenario.hasPrefix("http/password-changed") && $0.text.contains("answers") }
            #expect(told.count == 2 && told.allSatisfy { $0.text.contains("another-password-1") })
        }
    }

    @Test(.enabled(if: RequestsClient.canRun, remedy))
    func `answers of a twin say for whom they are like those of its scenario`() async throws {
        let (report, said) = try await PlayerClient.play(["http/negotiate-only"])
        #expect(report.results.allSatisfy { $0.verdict.isPass })
        let told = said.filter { $0.isToClient && $0.text.contains("\"answers\":[") }.map(\.text)
        #expect(told.count == 2 && told.allSatisfy { $0.contains("\"to\":\"negotiate\"") }, "\(told)")
        #expect(told.contains { $0.contains("password") })
    }
}
