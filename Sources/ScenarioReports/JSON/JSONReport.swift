internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge
package import ScenarioFormat

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Verdicts with their evidence as JSON, from which they can be reached again on any machine.
///
/// `Fixtures/schemas/report.schema.json` describes it. Header, twins and scenarios are a chain: each has a digest over the
/// digest before it and its own content, see ``DigestSequence``.
package enum JSONReport {
    static let schema = "mockportal.report"
    /// The version of the schema; it grows when a member changes its meaning.
    package static let version = 2
    /// The version of a report of which a part was ended early: who knows only the other must not take it for a whole one.
    package static let partialVersion = 3

    private static func version(of report: RunReport) -> Int {
        report.origins.contains { $0.ending != nil } ? partialVersion : version
    }

    /// What is said of the whole.
    struct Header: Codable {
        let durationMS: Double
        let runs: [RunOrigin]
    }

    /// One run of a scenario.
    struct Entry: Codable {
        let id: String
        let name: String
        let catalogue: [String]
        let tags: [String]
        let verdict: Verdict.Kind
        let findings: [GuidedFinding]
        let reason: String?
        let isBounded: Bool
        let isKnownToFail: Bool
        let durationMS: Double
        let client: String
        let title: String
        let source: String
        let requirement: String
        let rerun: String
        let expectation: Expectation
        let evidence: Evidence
        /// Which of the report's twins stands beside it, counted from 0.
        let twin: Int?
        let schedule: String?
        let missedOrder: MissedOrder?
        let session: SessionJudge.Session?
    }

    /// The document: a line for the header, one for each twin and one for each run; what is hidden in texts stands in JSON's escapes.
    ///
    /// Parts that were made ahead take the place of the runs with their names.
    package static func text(of report: RunReport, parts: [String: Part] = [:]) throws -> String {
        let version = version(of: report)
        var chain = DigestSequence(schema: schema, version: version)
        let header = Header(durationMS: report.durationMS.inWholeMicroseconds, runs: report.origins)
        let first = sealed(try part(header), &chain)
        var lines = ["{\"schema\":\"\(schema)\",\"version\":\(version),\"header\":\(first),"]
        var twins = TwinTable()
        let numbers = report.results.map { twins.number(of: $0.twin) }
        var twinLines: [String] = []
        for twin in twins.twins { twinLines.append(sealed(try part(twin), &chain)) }
        lines.append("\"twins\":[\(list(twinLines))],")
        var runLines: [String] = []
        for (result, twin) in zip(report.results, numbers) {
            let known = parts[result.name]
            runLines.append(sealed(try known ?? part(entry(result, twin: twin)), &chain))
        }
        lines.append("\"scenarios\":[\(list(runLines))],")
        lines.append("\"digest\":\"\(chain.last)\"}")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n"
    }

    private static func sealed(_ part: Part, _ chain: inout DigestSequence) -> String {
        var object = part.object
        chain.seal(&object)
        let text = String(decoding: object.bytes, as: UTF8.self)
        return part.isPlain ? text : VisibleText.json(text)
    }

    private static func part(_ value: some Encodable) throws -> Part {
        // Whether it is shown as it is would take as long to find out as to show it.
        Part(object: try object(of: value), isPlain: false)
    }

    static func object(of value: some Encodable) throws -> CanonicalObject {
        CanonicalObject(try JSONValue(parsingOwn: Array(JSONEncoder().encode(value))))
    }

    static func entry(_ result: RunResult, twin: Int?) -> Entry {
        Entry(
            id: result.scenario, name: result.name, catalogue: result.catalogue, tags: result.tags,
            verdict: result.verdict.kind, findings: result.verdict.findings.map { GuidedFinding($0) },
            reason: result.verdict.reason,
            isBounded: result.verdict.isBounded, isKnownToFail: result.isKnownToFail,
            durationMS: result.durationMS.inWholeMicroseconds, client: result.client, title: result.title,
            source: result.citation, requirement: result.requirement, rerun: result.rerun,
            expectation: result.expectation, evidence: result.evidence, twin: twin, schedule: result.schedule,
            missedOrder: result.missedOrder, session: result.session)
    }
}

/// The twins of a report, each once: variants that differ only in their fault share one.
private struct TwinTable {
    private(set) var twins: [Twin] = []

    mutating func number(of twin: Twin?) -> Int? {
        guard let twin else { return nil }
        if let known = twins.firstIndex(of: twin) { return known }
        twins.append(twin)
        return twins.count - 1
    }
}
