package import JSONValues
internal import PortalJudge
package import ScenarioFormat

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension DocumentError.Code {
    /// A document that was changed after it was written.
    package static let altered = Self(rawValue: "altered")
    /// A report that another version of the program wrote.
    package static let otherVersion = Self(rawValue: "otherVersion")
}

extension JSONReport {
    /// Reads a stored report, however it is formatted.
    ///
    /// Throws where it is none, of another version, or where any of its content was changed since; the entry is named.
    package static func report(parsing bytes: [UInt8], source: String) throws(DocumentError) -> RunReport {
        var stored = try StoredReport(bytes, source: source)
        return try stored.report()
    }
}

/// A report as it is read: every part is checked against its digest before it is decoded.
private struct StoredReport {
    let source: String
    let document: JSONValue
    let version: Int
    var chain: DigestSequence

    init(_ bytes: [UInt8], source: String) throws(DocumentError) {
        self.source = source
        do { document = try JSONValue(parsingUnambiguously: bytes) } catch {
            throw DocumentError(
                .malformed, source: source, problem: "is no report of mockportal, or only a part of one: \(error)")
        }
        guard document["schema"]?.string == JSONReport.schema,
            let version = document["version"]?.integer.map({ Int(clamping: $0) })
        else {
            throw DocumentError(.malformed, source: source, problem: "is no report of mockportal")
        }
        guard [JSONReport.version, JSONReport.partialVersion].contains(version) else {
            throw DocumentError(
                .otherVersion, source: source, keyPath: "version",
                problem: "reports of version \(version) cannot be read by \(ToolVersion.text), only those of versions "
                    + "\(JSONReport.version) and \(JSONReport.partialVersion); run again to get one")
        }
        self.version = version
        chain = DigestSequence(schema: JSONReport.schema, version: version)
        let known = ["schema", "version", "header", "twins", "scenarios", "digest"]
        if let other = document.object?.keys.sorted().first(where: { !known.contains($0) }) {
            throw DocumentError(.altered, source: source, keyPath: other, problem: "no report has such a member")
        }
    }

    mutating func report() throws(DocumentError) -> RunReport {
        let header: JSONReport.Header = try part(document["header"] ?? .null, "header")
        guard header.runs.contains(where: { $0.ending != nil }) == (version == JSONReport.partialVersion) else {
            throw DocumentError(
                .malformed, source: source, keyPath: "version",
                problem: "is \(version), which is for a report that is "
                    + (version == JSONReport.version
                        ? "whole, and this one is partial" : "partial, and this one is whole"))
        }
        let twins: [Twin] = try parts("twins", expectation: \.expectation) { twin in twin["scenario"]?.string }
        let entries: [JSONReport.Entry] = try parts("scenarios", expectation: \.expectation) { entry in
            entry["name"]?.string
        }
        guard document["digest"]?.string == chain.last else {
            throw DocumentError(
                .altered, source: source, keyPath: "digest",
                problem: "was changed, or scenarios were added or taken away at the end")
        }
        var results: [RunResult] = []
        for (index, entry) in entries.enumerated() {
            if let twin = entry.twin, !twins.indices.contains(twin) {
                throw DocumentError(
                    .altered, source: source, keyPath: "scenarios[\(index)] (\(entry.name)).twin",
                    problem: "there is no twin \(twin)")
            }
            results.append(Self.result(entry, twin: entry.twin.map { twins[$0] }))
        }
        return RunReport(results: results, durationMS: header.durationMS.inWholeMicroseconds, origins: header.runs)
    }

    private mutating func parts<Part: Decodable>(
        _ key: String, expectation: KeyPath<Part, Expectation>, name: (JSONValue) -> String?
    ) throws(DocumentError) -> [Part] {
        guard let values = document[key]?.array else {
            throw DocumentError(.malformed, source: source, keyPath: key, problem: "is no list")
        }
        var parts: [Part] = []
        for (index, value) in values.enumerated() {
            let place = "\(key)[\(index)]" + (name(value).map { " (\($0))" } ?? "")
            let part: Part = try part(value, place)
            guard part[keyPath: expectation].areCountsBounded else { throw otherThanSchema(place) }
            parts.append(part)
        }
        return parts
    }

    /// The very content that was digested is decoded.
    private mutating func part<Part: Decodable>(_ value: JSONValue, _ place: String) throws(DocumentError) -> Part {
        guard chain.verify(value) else {
            throw DocumentError(
                .altered, source: source, keyPath: place,
                problem: "was changed after the report was written, or what stands before it was: its digest does not "
                    + "fit")
        }
        do {
            return try JSONDecoder().decode(Part.self, from: Data(value.canonicalBytes()))
        } catch {
            throw otherThanSchema(place)
        }
    }

    private func otherThanSchema(_ place: String) -> DocumentError {
        DocumentError(.malformed, source: source, keyPath: place, problem: "is not what the schema says")
    }

    private static func result(_ entry: JSONReport.Entry, twin: Twin?) -> RunResult {
        RunResult(
            scenario: entry.id, name: entry.name, title: entry.title, catalogue: entry.catalogue, tags: entry.tags,
            citation: entry.source, requirement: entry.requirement,
            verdict: Verdict(
                entry.verdict, findings: entry.findings.map(\.finding), reason: entry.reason, isBounded: entry.isBounded
            ),
            durationMS: entry.durationMS.inWholeMicroseconds, client: entry.client, expectation: entry.expectation,
            evidence: entry.evidence, twin: twin, schedule: entry.schedule, missedOrder: entry.missedOrder,
            session: entry.session,
            isKnownToFail: entry.isKnownToFail, rerun: entry.rerun)
    }
}
