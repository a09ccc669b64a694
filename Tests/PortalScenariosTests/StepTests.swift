import PortalJudge
import PortalScenarios
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import Testing

@Suite struct `Steps of concurrent scenarios` {
    struct Script: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// `portal:`, `environment:` and `client:`.
        let text: String
        /// `expect.events`.
        let events: String
    }

    private func result(
        _ script: Script, patience: Duration = .seconds(120), silence: Duration = .seconds(30)
    ) async throws -> RunResult {
        let text = """
            title: A title
            catalogue: Q01
            \(script.text)
            expect:
              events: \(script.events)
              wire: any
            \(script.events.contains("failed(") ? "twin: { scenario: connect/anonymous-organization }" : "")
            """
        let scenario = try Scenario(parsing: text, id: "family/name", source: "family/name.yaml")
        let library = try SharedLibrary.library
        var options = RunOptions()
        options.patience = patience
        options.silence = silence
        let runner = ScenarioRunner(library: library, pki: try TestPKI(), options: options)
        return try #require(try await runner.run([scenario]).results.first)
    }

    @Test(arguments: [
        Script(
            testDescription: "a handler that never answers is left by the request that is cancelled",
            text: """
                portal: { preset: token }
                client:
                  - answers: [never]
                  - background: { do: { request: { service: Traffic } }, name: reader }
                  - waitFor: { challenges: 1 }
                  - cancel: { name: reader }
                  - join: {}
                """,
            events: "[\"challenge(*,0)\", failed(cancelled)]"),
        Script(
            testDescription: "the first of two answers counts",
            text: """
                portal: { preset: token }
                client:
                  - answers: [{ twice: [{ credential: alice }, cancel] }]
                  - request: { service: Traffic }
                """,
            events: "[\"challenge(*,0)\", loaded]"),
        Script(
            testDescription: "a handler sends a request of its own before it answers",
            text: """
                portal: { preset: token }
                client:
                  - answers: [{ requests: { url: "{{server}}/rest/info" }, then: { credential: alice } }]
                  - request: { service: Traffic }
                """,
            events: "[\"challenge(*,0)\", loaded, loaded]"),
        Script(
            testDescription: "a handler's own request asks again after another handler's own request",
            text: """
                portal: { preset: standalone, access: private, anonymousSelf: refused }
                client:
                  - answers:
                      - { requests: { url: "{{portal}}/sharing/rest/portals/self" }, then: { credential: alice } }
                      - { requests: { url: "{{server}}/rest/info" }, then: { credential: { as: alice, password: wrong } } }
                      - { credential: alice }
                  - request: { service: Traffic }
                """,
            events: "[\"challenge(*,0)\", \"challenge(*,0)\", loaded, \"challenge(*,1)\", loaded, loaded]"),
        Script(
            testDescription: "answers stay with the handlers that they were queued for",
            text: """
                portal: { preset: token }
                client:
                  - answers: [cancel]
                  - handlers: other
                  - answers: [{ credential: alice }]
                  - request: { service: Traffic }
                """,
            events: "[\"challenge(*,0)\", loaded]"),
        Script(
            testDescription: "one of several tasks is cancelled",
            text: """
                portal: { preset: anonymous, hold: [portals/self] }
                client:
                  - background:
                      do: { request: { url: "{{portal}}/sharing/rest/portals/self" } }
                      count: 3
                      name: readers
                  - waitFor: { operation: portals/self, requests: 3 }
                  - cancel: { name: readers, index: 2 }
                  - portal: { release: portals/self }
                  - join: {}
                """,
            events: "[{ anyOrder: [2x loaded, failed(cancelled)] }]"),
        Script(
            testDescription: "everything in the background is cancelled",
            text: """
                portal: { preset: anonymous, hold: [portals/self] }
                client:
                  - background: { request: { url: "{{portal}}/sharing/rest/portals/self" } }
                  - background: { do: [{ request: { url: "{{portal}}/sharing/rest/portals/self" } }], name: other }
                  - waitFor: { operation: portals/self, requests: 2 }
                  - cancel: {}
                  - join: {}
                """,
            events: "[2x failed(cancelled)]"),
    ])
    func `do what they say`(_ script: Script) async throws {
        let result = try await result(script)
        #expect(result.verdict.kind == .passed, "\(TextReport.text(of: result, explains: true))")
    }

    @Test func `that name no task are told`() async throws {
        let result = try await result(
            Script(
                testDescription: "", text: "portal: { preset: anonymous }\nclient: [{ cancel: { name: nobody } }]",
                events: "[]"))
        #expect(result.verdict.findings.map(\.problem) == ["there is no task nobody to cancel"])
    }

    @Test func `that do not end are ended and told`() async throws {
        let result = try await result(
            Script(
                testDescription: "",
                text: "portal: { preset: token }\nclient: [{ answers: [never] }, { request: { service: Traffic } }]",
                events: "[\"challenge(*,0)\"]"), patience: .milliseconds(300))
        #expect(result.verdict.kind == .failed)
        #expect(result.verdict.findings.first?.problem.hasPrefix("the client did not end, ") == true)
    }

    @Test(
        arguments: [
            "requests: 9", "waits: 1", "transfers: 9", "challenges: 1", "events: 9", "faults: 1",
        ])
    func `that wait for what cannot come any more are told soon`(_ wait: String) async throws {
        let text = """
            portal: { preset: anonymous }
            client:
              - background: { connect: {} }
              - waitFor: { \(wait) }
            """
        // Without the short silence this lasts an hour.
        let result = try await result(
            Script(testDescription: "", text: text, events: "[loaded]"), patience: .seconds(3600),
            silence: .seconds(6))
        #expect(result.verdict.kind == .failed)
        let problems = result.verdict.findings.map(\.problem)
        #expect(problems.contains { $0.hasSuffix(", and nothing shows that it still comes") }, "\(problems)")
    }

    @Test func `tell with a fault what was played`() async throws {
        let script = Script(
            testDescription: "",
            text: """
                portal:
                  preset: anonymous
                  faults: [{ connection: 1, listener: portal, play: reset }, { request: 1, play: { close: { body: 10 } } }]
                client: [{ connect: {} }]
                """, events: "[loaded]")
        let story = TextReport.story(of: try await result(script))
        #expect(story.contains { $0.contains("connection 1 ") && $0.contains(" fault=reset,") }, "\(story)")
        #expect(story.contains { $0.contains("request 1 ") && $0.contains(" fault=close_body_10 -> ") }, "\(story)")
    }

    @Test func `with one task beside a clock are judged like steps in a row`() async throws {
        let script = Script(
            testDescription: "",
            text: """
                portal:
                  preset: anonymous
                  faults: [{ operation: portals/self, play: { status: 503, retryAfter: 2 } }]
                environment: { waits: hold, retry: { tries: 4 } }
                client:
                  - background: { connect: {} }
                  - waitFor: { waits: 1 }
                  - advance: 2s
                  - waitFor: { operation: portals/self, requests: 2 }
                  - waitFor: { waits: 1 }
                  - advance: 2s
                  - waitFor: { operation: portals/self, requests: 3 }
                  - waitFor: { waits: 1 }
                  - advance: 4s
                  - join: {}
                """, events: "[failed(http-error)]")
        let result = try await result(script)
        #expect(result.verdict.findings.map(\.code) == ["request.too-often"], "\(result.verdict)")
        #expect(!result.evidence.isConcurrent)
    }

    @Test(arguments: [
        ("background: { connect: {} }\n  - advance: 1s\n  - join: {}", false),
        ("parallel: { do: { connect: {} } }", false),
        ("background: { connect: {} }\n  - join: {}\n  - background: { load: {} }", false),
        ("background: { connect: {} }\n  - request: {}", true),
        ("background: { do: { connect: {} }, count: 2 }", true),
        ("background: { parallel: { count: 2, do: { connect: {} } } }", true),
        ("repeat: { count: 2, do: { background: { connect: {} } } }", true),
        ("parallel: { count: 2, do: { connect: {} } }", true),
        ("parallel: { do: [{ connect: {} }, { request: { service: Roads } }] }", true),
    ])
    func `run side by side where two things may be under way`(_ row: (steps: String, isConcurrent: Bool)) async throws {
        let script = Script(
            testDescription: "", text: "portal: { preset: anonymous }\nclient:\n  - \(row.steps)", events: "[]")
        #expect(try await result(script).evidence.isConcurrent == row.isConcurrent)
    }
}
