import ComparisonPortals
import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalConformance
import PortalJudge
import PortalTransport
import ScenarioFormat
import TLSIdentity
import Testing

/// Who is blamed, where the portal is sound and where it is not, without a process of its own.
@Suite struct `Who departed` {
    /// A portal with a plan for it; `change` has the last word.
    private func run(
        _ rows: [String], more: String = "", _ change: (MockPortal, inout ConformanceOptions) -> Void = { _, _ in }
    ) async throws -> [String: Verdict] {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        return try await bench.run(rows, more: more) { change(bench.portal, &$0) }
    }

    @Test func `a token that has run out is renewed once`() async throws {
        let verdicts = try await run(["T12"], more: "tokenLifetime: 1m") { portal, options in
            options.pause = { try portal.perform(.advance($0)) }
        }
        #expect(verdicts["T12"]?.kind == .passed, "\(String(describing: verdicts["T12"]))")
    }

    @Test func `a portal that never refuses an expired token is blamed`() async throws {
        // Nothing moves the portal's clock: to it the token is still good.
        let verdicts = try await run(["T12"], more: "tokenLifetime: 1m") { _, options in options.pause = { _ in } }
        #expect(verdicts["T12"]?.findings.map(\.code) == ["portal.expired-token-accepted"])
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let row: String
        let code: String
        let change: @Sendable (inout HTTPRequest) -> Void
    }

    static let faults = [
        Fault(testDescription: "a token in the URL", row: "C09", code: "client.token-in-url") { request in
            guard let token = request.headers.first(named: "X-Esri-Authorization") else { return }
            request.url += "&token=\(token.dropFirst(7))"
        },
        Fault(testDescription: "no token", row: "C09", code: "client.no-token") { request in
            request.headers.removeAll { $0.isNamed("X-Esri-Authorization") }
        },
        Fault(testDescription: "no referer", row: "C09", code: "client.referer") { request in
            request.headers.removeAll { $0.isNamed("Referer") }
        },
        Fault(testDescription: "credentials that were not asked for", row: "C01", code: "client.not-bare") { request in
            request.headers.append(HeaderField("Authorization", "Basic YTpi"))
        },
        Fault(testDescription: "something that writes", row: "C09", code: "client.writes") { request in
            if request.headers.first(named: "X-Esri-Authorization") != nil { request.method = "POST" }
        },
    ]

    @Test(arguments: faults) func `a wrong client is blamed for what it sends`(_ fault: Fault) async throws {
        let verdicts = try await run([fault.row]) { _, options in
            options.client = { ChangedTransport(transport: $0, change: fault.change) }
        }
        let codes = verdicts[fault.row]?.findings.map(\.code) ?? []
        #expect(codes.contains(fault.code), "\(String(describing: verdicts[fault.row]))")
    }

    @Test(arguments: ["<html></html>", #"{"error": {"code": 401, "message": "no"}}"#])
    func `a portal of which nothing comes but its web tier's refusals is not judged`(_ body: String) async throws {
        let bench = try ConformanceBench()
        defer { bench.portal.stop() }
        let done = try await bench.report(["C01"]) { options in
            options.wire = {
                ChangedTransport(
                    transport: $0,
                    reading: { _, response in
                        response.status = 401
                        response.headers = [HeaderField("WWW-Authenticate", #"Basic realm="gate""#)]
                        response.body = Array(body.utf8)
                    }, change: { _ in })
            }
        }
        let verdicts = done.report.results.map(\.verdict)
        #expect(verdicts.map(\.kind) == [.notJudged, .notApplicable], "\(verdicts)")
        #expect(done.report.exitCode == 2, "\(verdicts)")
        #expect(done.nothingJudged?.contains("refuses what the profile has") == true, "\(verdicts)")
    }

    @Test func `a portal that never answers is given up in bounded time, and its secrets stay here`() async throws {
        let pki = try TestPKI(fixtures: .embedded)
        let blueprint = try Blueprint.preset("token", fixtures: .embedded).overlaid(
            with: ["faults": [["path": "/", "play": "stall"]]], source: "test")
        let portal = try MockPortal.start(blueprint, options: .unhurried, pki: pki)
        defer { portal.stop() }
        var profile = try ConformanceProfile(parsing: "", source: "profile.yaml", folder: "/")
        profile.authorities = [pki.authorityPEM]
        var options = ConformanceOptions()
        options.limits.whole = .milliseconds(200)
        let plan = try ConformancePlan(portal: portal.url, profile: profile, options: options)
        let error = await #expect(throws: ConformanceError.self) {
            try await ConformanceRun(plan, fixtures: .embedded) {
                try ComparisonPortal.started($0, fixtures: .embedded)
            }.run()
        }
        #expect(error?.description.contains("timedOut") == true, "\(String(describing: error))")
    }

    @Test func `a profile of another portal is refused before anything is sent`() throws {
        let profile = try ConformanceProfile(
            parsing: "portal: https://gis.example.com/portal", source: "profile.yaml", folder: "/")
        let error = #expect(throws: DocumentError.self) {
            try ConformancePlan(portal: "https://elsewhere.example.com/portal", profile: profile)
        }
        #expect(error?.keyPath == "portal")
    }

    @Test func `the wrong password is sent as often as the profile allows`() async throws {
        let none = try await run(["T23"], more: "wrongPassword: {attempts: 0}")
        #expect(none["T23"]?.reason == "the profile allows no wrong password")
        let one = try await run(["T23"])
        #expect(one["T23"]?.kind == .passed, "\(String(describing: one["T23"]))")
    }
}
