package import JSONValues
package import PortalJudge

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Verdicts with their evidence as JSON, from which they can be reached again.
///
/// `{"schema": "mockportal.report", "version": 1, "durationMS": …, "scenarios": [{"id", "name", "catalogue", "verdict",
/// "findings", "durationMS", "client", "title", "source", "requirement", "expectation", "evidence"}]}`
package struct JSONReport: Sendable, Codable {
    /// The version of the schema; it grows when a member changes its meaning.
    package static let currentVersion = 1

    package let schema: String
    package let version: Int
    package let durationMS: Double
    package let scenarios: [Entry]

    /// One run.
    package struct Entry: Sendable, Codable {
        package let id: String
        package let name: String
        package let catalogue: [String]
        package let verdict: Verdict.Kind
        package let findings: [Finding]
        package let reason: String?
        package let isBounded: Bool
        package let durationMS: Double
        package let client: String
        package let title: String
        package let source: String
        package let requirement: String
        package let expectation: Expectation
        package let evidence: Evidence
        package let schedule: String?
    }

    /// Takes over the results of a run.
    package init(_ report: RunReport) {
        schema = "mockportal.report"
        version = Self.currentVersion
        durationMS = report.durationMS
        scenarios = report.results.map { result in
            Entry(
                id: result.scenario, name: result.name, catalogue: result.catalogue, verdict: result.verdict.kind,
                findings: result.verdict.findings, reason: result.verdict.reason, isBounded: result.verdict.isBounded,
                durationMS: result.durationMS, client: result.client, title: result.title, source: result.citation,
                requirement: result.requirement, expectation: result.expectation, evidence: result.evidence,
                schedule: result.schedule)
        }
    }

    /// The document, with sorted keys.
    package func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// Reads a stored report. Throws with the file's name where it is none, or of another version.
    package init(parsing bytes: [UInt8], source: String) throws(DocumentError) {
        do {
            self = try JSONDecoder().decode(JSONReport.self, from: Data(bytes))
        } catch {
            throw DocumentError(
                .malformed, source: source, problem: "is no report of mockportal, or only a part of one")
        }
        guard schema == "mockportal.report", version == Self.currentVersion else {
            throw DocumentError(
                .unknownValue, source: source, keyPath: "version",
                problem: "\(schema) \(version) cannot be read here, only mockportal.report \(Self.currentVersion)")
        }
    }

    /// Judges the stored evidence again.
    package func rejudged() -> RunReport {
        let results = scenarios.map { entry in
            var verdict = Verdict(
                entry.verdict, findings: entry.findings, reason: entry.reason, isBounded: entry.isBounded)
            // What did not run, and a twin's failure, leave no evidence of their own to judge.
            let isAboutTwin = entry.findings.first?.code == "twin"
            if entry.verdict != .notApplicable || entry.evidence.outcome != nil, !isAboutTwin {
                verdict = Judge.verdict(on: entry.evidence, expecting: entry.expectation)
            }
            return RunResult(
                scenario: entry.id, name: entry.name, title: entry.title, catalogue: entry.catalogue,
                citation: entry.source,
                requirement: entry.requirement, verdict: verdict, durationMS: entry.durationMS, client: entry.client,
                expectation: entry.expectation, evidence: entry.evidence, schedule: entry.schedule)
        }
        return RunReport(results: results, durationMS: durationMS)
    }
}
