import ComparisonPortals
import FixtureFiles
import HTTPSemantics
import MockPortalServer
import PortalConformance
import PortalJudge
import ScenarioFormat
import TLSIdentity
import TestFolders
import Testing

/// A conformance run against a fake portal behind a web server that is not ours.
enum FrontConformance {
    /// The verdicts of a run whose profile has alice for the web tier, or her identity.
    static func run(
        _ front: WebFront, identity: Bool = false, rows: [String]
    ) async throws -> [String: RunResult] {
        try front.folder.write(front.password + "\n", as: "web.password", mode: 0o600)
        try front.folder.write("p12 pass\n", as: "p12.password", mode: 0o600)
        try front.folder.write(
            try TestAuthority.pki.pkcs12("alice", password: "p12 pass"), as: "alice.p12", mode: 0o600)
        let text = """
            trust: {caFile: \(front.authority)}
            \(identity ? "identity: {p12: {file: alice.p12}, password: {file: p12.password}}" : "accounts: {webTier: {username: alice, password: {file: web.password}}}")
            rows: [\(rows.joined(separator: ", "))]
            """
        let profile = try ConformanceProfile(parsing: text, source: "profile.yaml", folder: front.folder.path)
        let run = try ConformanceRun(ConformancePlan(portal: front.url, profile: profile), fixtures: .embedded) {
            try ComparisonPortal.started($0, fixtures: .embedded)
        }
        let done = try await run.run()
        for result in done.report.results {
            #expect(!"\(result.evidence)".contains(front.password), "\(result.name) shows the password")
            #expect(!"\(result.evidence)".contains("p12 pass"), "\(result.name) shows the password")
        }
        return Dictionary(
            uniqueKeysWithValues: done.report.results.map { (String($0.scenario.split(separator: "/")[1]), $0) })
    }

    static func passes(_ results: [String: RunResult], _ rows: String..., log: String) {
        for row in rows {
            #expect(
                results[row]?.verdict.kind == .passed, "\(row): \(String(describing: results[row]?.verdict)) \(log)")
        }
    }
}

@Suite struct `Conformance through real web servers` {
    @Test(.nginx) func `Basic at nginx is judged`() async throws {
        try await WebFront.run(.nginx, WebTier(credentials: .basic)) { front in
            let results = try await FrontConformance.run(front, rows: ["C01", "N01", "N08", "T17", "S01", "S02"])
            FrontConformance.passes(results, "survey", "N01", "S01", "S02", log: front.log)
            #expect(results["C01"]?.verdict.reason?.contains("Basic") == true)
            #expect(results["N08"]?.verdict.kind == .notApplicable)
        }
    }

    @Test(.apache) func `Digest at Apache is judged, and a stale nonce`() async throws {
        try await WebFront.run(.apache, WebTier(credentials: .digest(nonceLifetime: 300))) { front in
            let results = try await FrontConformance.run(front, rows: ["N01", "N08", "N14"])
            FrontConformance.passes(results, "survey", "N08", log: front.log)
            #expect(results["N01"]?.verdict.kind == .notApplicable)
            #expect(results["N14"]?.verdict.reason?.contains("became stale") == true)
        }
        try await WebFront.run(.apache, WebTier(credentials: .digest(nonceLifetime: 0))) { front in
            let results = try await FrontConformance.run(front, rows: ["N14"])
            FrontConformance.passes(results, "N14", log: front.log)
        }
    }

    @Test(.nginx) func `client certificates at nginx are judged`() async throws {
        try await WebFront.run(.nginx, WebTier(certificates: .required)) { front in
            let results = try await FrontConformance.run(front, identity: true, rows: ["C01", "P10", "P11"])
            FrontConformance.passes(results, "survey", "P10", "P11", log: front.log)
        }
    }

    @Test(.apache, arguments: ["1.2", "1.3"]) func `client certificates at Apache are judged`(version: String)
        async throws
    {
        try await WebFront.run(.apache, WebTier(certificates: .required, versions: [version])) { front in
            let results = try await FrontConformance.run(front, identity: true, rows: ["P10", "P11"])
            FrontConformance.passes(results, "survey", "P10", "P11", log: front.log)
        }
    }
}
