import FixtureFiles
import HTTPSemantics
import JSONValues
import MockPortalServer
import PortalJudge
import PortalScenarios
import PortalTransport
import ScenarioFormat
import ScenarioReports
import TLSIdentity
import Testing

@Suite struct `A served portal that judges` {
    private static let library = try? SharedLibrary.library

    private struct Served {
        let portal: MockPortal
        let library: ScenarioLibrary
        let name: String

        init(_ name: String) throws {
            self.name = name
            library = try #require(`A served portal that judges`.library)
            let blueprint =
                try library.liveRun(named: name)?.liveBlueprint(in: .embedded)
                ?? (try Blueprint.preset(name, fixtures: .embedded))
            portal = try MockPortal.start(blueprint, options: .unhurried, pki: try TestPKI())
        }

        /// Returns a foreign client, which sends what it is told.
        func client(trusting: TrustGrant? = nil) throws -> CurlTransport {
            var trust = TrustDecisions()
            trust.authorities = [PEMCertificates(portal.authorityPEM)]
            trust.grants = trusting.map { [$0] } ?? []
            return try CurlTransport(trust: trust)
        }

        func report(isTrustGranted: Bool = false) throws -> SessionReport {
            let report = LiveSession(portal, serving: name, library: library, isTrustGranted: isTrustGranted).report()
            // A stored report is judged alike.
            let text = try JSONReport.text(of: report.asRun)
            let stored = try JSONReport.report(parsing: Array(text.utf8), source: "stored").results.first
            #expect(stored?.judgedAgain == report.result.verdict)
            #expect(stored?.verdict == report.result.verdict)
            return report
        }
    }

    @Test func `calls a preset that got no request not judged`() throws {
        let served = try Served("token")
        defer { served.portal.stop() }
        let report = try served.report()
        #expect(report.result.verdict.kind == .notJudged)
        #expect(report.result.durationMS == 0, "no client was there")
    }

    @Test func `takes as long as its client is there`() async throws {
        let served = try Served("anonymous")
        defer { served.portal.stop() }
        let client = try served.client()
        _ = try await client.send(HTTPRequest(url: served.portal.url + "/sharing/rest/portals/self?f=json"))
        let before = try served.report()
        #expect(before.result.durationMS > 0)
        let later = try served.report()
        #expect(later.result.durationMS > before.result.durationMS, "it is still there")
        client.shutdown()
        _ = await served.portal.waitUntilQuiet()
        let after = try served.report()
        let seen = served.portal.journal().connections
        let span = (seen.compactMap { $0.end?.at }.max() ?? 0) - (seen.map(\.openedAt).min() ?? 0)
        #expect(after.result.durationMS == span)
        #expect(after.asRun.durationMS == span)
        #expect(try served.report().result.durationMS == span, "nothing more came")
    }

    @Test func `knows what is asked before a scenario's first step`() async throws {
        let served = try Served("tokens/expired-silent")
        defer { served.portal.stop() }
        let client = try served.client()
        let url = served.portal.url + "/sharing/rest"
        let password = served.portal.accounts.first { $0.username == "alice" }?.password.reveal { $0 } ?? ""
        var form = HTTPRequest(method: "POST", url: url + "/generateToken")
        form.headers.append(HeaderField("Content-Type", "application/x-www-form-urlencoded"))
        form.body = Array("username=alice&password=\(password)&client=requestip&f=json".utf8)
        _ = try await client.send(form)
        client.shutdown()
        _ = await served.portal.waitUntilQuiet()
        let report = try served.report()
        // The token was taken back as soon as it was issued; whether the client renews it was not seen.
        #expect(report.requirements.first?.id == "T12")
        #expect(report.requirements.first?.state == .notExercised)
        #expect(report.result.verdict.kind == .notJudged)
        #expect(!report.text.contains(password))
    }

    @Test(arguments: [false, true])
    func `holds a request over a flawed certificate against the client unless a person granted it`(
        _ isGranted: Bool
    ) async throws {
        let served = try Served("self-signed")
        defer { served.portal.stop() }
        let client = try served.client(trusting: TrustGrant(host: "localhost", port: nil, scope: .host))
        _ = try await client.send(HTTPRequest(url: served.portal.url + "/sharing/rest/portals/self?f=json"))
        client.shutdown()
        _ = await served.portal.waitUntilQuiet()
        let report = try served.report(isTrustGranted: isGranted)
        #expect(report.result.verdict.kind == (isGranted ? .passed : .failed))
        #expect(report.requirements.first { $0.id == "certificates" }?.state == (isGranted ? .met : .broken))
        #expect(report.json["verdict"]?.string == report.result.verdict.kind.rawValue)
    }

    @Test func `is not judged by an expectation that cannot be read`() async throws {
        let served = try Served("tokens/expired-silent")
        defer { served.portal.stop() }
        let client = try served.client()
        _ = try await client.send(HTTPRequest(url: served.portal.url + "/sharing/rest/portals/self?f=json"))
        client.shutdown()
        _ = await served.portal.waitUntilQuiet()
        let password = try #require(served.portal.accounts.first { $0.username == "alice" }?.password.reveal { $0 })
        let session = LiveSession(served.portal, serving: served.name, library: served.library) {
            run, _ throws(DocumentError) in
            let lines: JSONValue = ["wire": [.string("FETCH portals/self password=\(password)")]]
            return try PortalJudge.Expectation(decoding: lines, source: run.scenario.source + password, path: "expect")
        }
        let report = session.report()
        #expect(report.result.verdict.kind == .notJudged)
        let reason = report.result.verdict.reason ?? ""
        #expect(reason.contains("tokens/expired-silent.yaml"), "\(reason)")
        #expect(reason.contains("expect.wire[0]: \"FETCH\" is no method"), "\(reason)")
        #expect(reason.contains("correct the scenario's file"))
        #expect(!reason.contains(password))
        #expect(report.text.contains("FETCH"))
        #expect(report.result.judgedAgain == report.result.verdict, "a stored report is judged alike")
    }

    /// Serves a scenario to one client that stays, and gives what was seen before or after the portal was stopped.
    private static func observation(isStopped: Bool) async throws -> (LiveSession.Observation, Weak) {
        let served = try Served("anonymous")
        let client = try served.client()
        _ = try await client.send(HTTPRequest(url: served.portal.url + "/sharing/rest/portals/self?f=json"))
        let session = LiveSession(served.portal, serving: served.name, library: served.library)
        let before = session.observe()
        served.portal.stop()
        let after = session.observe()
        client.shutdown()
        return (isStopped ? after : before, Weak(portal: served.portal))
    }

    private struct Weak {
        weak var portal: MockPortal?
    }

    @Test(arguments: [false, true]) func `is judged when it is gone`(_ isStopped: Bool) async throws {
        let (observation, left) = try await Self.observation(isStopped: isStopped)
        #expect(left.portal == nil, "what was seen keeps the portal")
        let report = observation.report()
        #expect(report.result.verdict.kind == .passed)
        #expect(report.result.evidence.journal.requests.count == 1)
        #expect(report.result.verdict.isBounded, "the client was still there")
        #expect(report.result.judgedAgain == report.result.verdict, "a stored report is judged alike")
    }

    @Test func `is not judged by a scenario that cannot be read`() throws {
        let served = try Served("anonymous")
        defer { served.portal.stop() }
        let broken = try Scenario(
            parsing: GoodScenario.text.replacing(
                "connect: {}", with: #"attachments: { add: { name: "../x", path: 10 } }"#),
            id: "family/name", source: "family/name.yaml")
        let library = ScenarioLibrary(
            fixtures: .embedded, scenarios: [broken], catalogue: served.library.catalogue)
        let report = LiveSession(served.portal, serving: "family/name", library: library).report()
        #expect(report.result.verdict.kind == .notJudged)
        let reason = report.result.verdict.reason ?? ""
        #expect(reason.contains("family/name.yaml") && reason.contains("is not the name of a file"), "\(reason)")
    }

    @Test func `says that a client is still there`() async throws {
        let served = try Served("anonymous")
        defer { served.portal.stop() }
        let client = try served.client()
        _ = try await client.send(HTTPRequest(url: served.portal.url + "/sharing/rest/portals/self?f=json"))
        let report = try served.report()
        client.shutdown()
        #expect(report.result.verdict.isBounded)
        #expect(report.text.contains("bounded observation"))
    }
}
