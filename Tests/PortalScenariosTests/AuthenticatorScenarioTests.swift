import JSONValues
import Mutants
import PortalAuthentication
import PortalClient
import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import Testing

/// The client's own authenticator, and the scripted user who answers its questions.
@Suite struct `Scenarios of the authenticator` {
    private func scenario(_ client: String, environment: String = "{ authenticator: {} }", events: String)
        throws -> Scenario
    {
        let text = """
            title: A title
            catalogue: O32
            environment: \(environment)
            portal: { preset: token }
            client: \(client)
            expect:
              events: \(events)
              wire: any
            twin: { client: [{ connect: {} }] }
            """
        return try Scenario(parsing: text, id: "family/name", source: "family/name.yaml")
    }

    private func result(
        _ client: String, events: String, options: RunOptions = RunOptions()
    ) async throws -> RunResult {
        let runner = ScenarioRunner(
            library: try SharedLibrary.library, pki: try TestPKI(), options: options)
        return try #require(try await runner.run([try scenario(client, events: events)]).results.first)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answers: String
        let events: String
        /// What the driver complains of; empty where the run passes.
        var problem = ""
    }

    @Test(arguments: [
        Case(
            testDescription: "typed", answers: "{ credential: alice }",
            events: "[\"challenge(token,0)\", asked(signIn portal), loaded]"),
        Case(
            testDescription: "typed once the app has sent a request of its own",
            answers: "{ requests: { url: \"{{portal}}/sharing/rest/portals/self\" }, then: { credential: alice } }",
            events: "[\"challenge(token,0)\", asked(signIn portal), loaded, loaded]"),
        Case(
            testDescription: "typed where no application fits",
            answers: "{ oauth: bob, otherwise: { credential: alice } }",
            events: "[\"challenge(token,0)\", asked(signIn portal), loaded]"),
        Case(
            testDescription: "given up", answers: "cancel",
            events: "[\"challenge(token,0)\", asked(signIn portal), failed(cancelled)]"),
        Case(
            testDescription: "none", answers: "",
            events: "[\"challenge(token,0)\", asked(signIn portal), failed(cancelled)]",
            problem: "a signIn portal question came that the scenario has no answer for"),
        Case(
            testDescription: "for another kind", answers: "{ trust: host }",
            events: "[\"challenge(token,0)\", asked(signIn portal), failed(cancelled)]",
            problem: "a signIn question met an answer for another kind"),
        Case(
            testDescription: "until a challenge that never comes",
            answers: "{ credential: alice, until: { challenges: 2 } }",
            events: "[\"challenge(token,0)\", asked(signIn portal), loaded]",
            problem: "2 challenges did not come"),
        Case(
            testDescription: "until requests that never come",
            answers: "{ credential: alice, until: { requests: 20, operation: Traffic } }",
            events: "[\"challenge(token,0)\", asked(signIn portal), loaded]",
            problem: "the portal did not see 20 requests of Traffic"),
    ])
    func `give the answers of the scenario to its questions`(row: Case) async throws {
        var options = RunOptions()
        if row.answers.contains("until") { options.answerPatience = .milliseconds(300) }
        let result = try await result(
            "[{ answers: [\(row.answers)] }, { request: { service: Traffic } }]", events: row.events, options: options)
        #expect(
            result.verdict.findings.map(\.problem) == (row.problem.isEmpty ? [] : [row.problem]),
            "\(TextReport.text(of: result, explains: true))")
    }

    @Test func `run the client's own authenticator with what the environment says`() async throws {
        var options = RunOptions()
        options.behavior.authenticating.make = { parts in
            #expect(parts.oAuth.isEmpty && parts.proxies.isEmpty && !parts.promptsForUntrustedHosts)
            #expect(parts.with { $0.promptsForUntrustedHosts = true }.authenticator.promptForUntrustedHosts)
            return parts.authenticator
        }
        let result = try await result(
            "[{ answers: [{ credential: alice }] }, { request: { service: Traffic } }]",
            events: "[\"challenge(token,0)\", asked(signIn portal), loaded]", options: options)
        #expect(result.verdict.kind == .passed, "\(TextReport.text(of: result, explains: true))")
    }

    @Test func `ask no other client for the questions to a user`() throws {
        let expected = try Expectation(
            decoding: [
                "events": [
                    "challenge(token,0)", "asked(signIn portal)", "told(authorization-denied)",
                    ["anyOrder": ["asked(trust portal)", "loaded"]], ["anyOrder": ["asked(page portal)"]], "2x loaded",
                ]
            ], source: "family/name.yaml", path: "expect")
        #expect(
            expected.events?.ofAnyClient == [
                .word("challenge(token 0)", count: 1), .anyOrder([.word("loaded", count: 1)]),
                .word("loaded", count: 2),
            ])
    }

    @Test func `tell when two questions are open at the same time`() async throws {
        let runner = ScenarioRunner(
            library: try SharedLibrary.library, pki: try TestPKI(),
            options: try #require(Mutant.named("question-per-portal")).options)
        let report = try await runner.run(try SharedLibrary.library.selected(by: ["O33"]))
        let problems = report.results.flatMap { $0.verdict.findings.map(\.problem) }
        #expect(problems.contains { $0.contains("question came while another one was open") }, "\(problems)")
    }

    @Test(arguments: [
        ("{ authenticator: { promptForUntrustedHost: true } }", "environment.authenticator.promptForUntrustedHost"),
        ("{ authenticator: { promptForUntrustedHosts: maybe } }", "environment.authenticator.promptForUntrustedHosts"),
        ("{ authenticator: true }", "environment.authenticator"),
    ])
    func `are refused where the environment says what is not known`(row: (environment: String, keyPath: String)) throws
    {
        let error = try #require(throws: DocumentError.self) {
            _ = try scenario("[{ connect: {} }]", environment: row.environment, events: "[loaded]").runs()
        }
        #expect(error.keyPath == row.keyPath)
    }

    @Test(arguments: [
        ("connect: { environment: mine }", "[loaded]", "client[0].connect.environment"),
        ("answers: [{ cancel: {}, until: { challenges: 2, joined: 1 } }]", "[loaded]", "client[0].answers[0].until"),
        ("connect: {}", "[asked(name portal)]", "expect.events[0]"),
        ("connect: {}", "[told(nothing)]", "expect.events[0]"),
    ])
    func `are refused where a step or an event is not known`(row: (step: String, events: String, keyPath: String))
        throws
    {
        let error = try #require(throws: DocumentError.self) {
            _ = try scenario("[{ \(row.step) }]", events: row.events).runs()
        }
        #expect(error.keyPath == row.keyPath)
    }
}
