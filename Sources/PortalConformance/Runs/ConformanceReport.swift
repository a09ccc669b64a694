internal import HTTPSemantics
internal import JSONValues
internal import PortalJudge
package import ScenarioFormat

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// What came of a conformance run.
package struct ConformanceReport: Sendable {
    package var report: RunReport
    package var facts: PortalFacts
    /// The preset of the fake that its answers were compared with.
    package var preset: String
    /// In what the shape of its answers differs from the fake's.
    package var differences: [ShapeDifference]
    /// Everything that crossed the wire, secrets included; it never leaves the process as it is.
    let exchanges: [WireExchange]

    /// Why nothing was judged where the first look was not; nil where something was, or the summary says so already.
    package var nothingJudged: String? {
        guard report.judged == 0, !report.isNothingJudged else { return nil }
        return report.results.first { $0.verdict.kind == .notJudged }?.verdict.reason
    }

    /// What was learned, as lines for people.
    package var lines: [String] {
        var rows: [(String, String)] = [("portal", facts.url)]
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { rows.append((name, value)) } }
        let product = [facts.portalName, facts.currentVersion.map { "REST \($0)" }, facts.mode].compactMap { $0 }
        add("product", product.joined(separator: ", "))
        add("address", facts.view.map { $0 == "general" ? "of no organization" : "an organization's own" })
        add("access", facts.access)
        add("strangers get", facts.strangers)
        add("in front of it", facts.gates.joined(separator: "; "))
        add("client certificates", facts.clientCertificates == "none" ? nil : facts.clientCertificates)
        add("token service", facts.tokenServicesURL)
        add("OAuth", facts.supportsOAuth.map { $0 ? "offered" : "not offered" })
        if let leaf = facts.chain.first {
            add("certificate", "\(leaf.subject), issued by \(leaf.issuer), for \(leaf.names.joined(separator: ", "))")
            add("chain", "\(facts.chain.count) certificates")
        }
        add("certificate defects", facts.certificateDefects.joined(separator: ", "))
        add("HTTP", [facts.httpVersion, facts.software].compactMap { $0 }.joined(separator: ", "))
        for lifetime in facts.lifetimes {
            let asked = lifetime.asked.map { "\($0) min asked" } ?? "nothing asked"
            add("token lifetime", "\(lifetime.endpoint): \(asked), \(Int(lifetime.grantedMinutes)) min granted")
        }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "    \($0.0.padded(to: width))  \($0.1)" }
    }

    /// In what the portal's answers differ from the fake's, as lines for people; at most so many.
    package func differenceLines(atMost limit: Int = 40) -> [String] {
        var lines = [
            "shape of the answers, compared with the fake's (preset \(preset)): \(differences.count) differences"
        ]
        var question = ""
        for difference in differences.prefix(limit) {
            if difference.question != question {
                question = difference.question
                lines.append("    \(question)")
            }
            let path = difference.path.isEmpty ? "the answer" : difference.path
            let rank = difference.documented == "undocumented" ? "" : "  (\(difference.documented))"
            lines.append("        \(path): the portal has \(difference.portal), the fake \(difference.fake)\(rank)")
        }
        if differences.count > limit {
            lines.append("    … and \(differences.count - limit) more; --learned <file> has them all")
        }
        return lines
    }

    /// What was learned, as a document: `{"schema": "mockportal.learned", "version": 1, "portal": {…}, "preset", "differences": […]}`.
    package func learned() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Learned(portal: facts, preset: preset, differences: differences)
        return VisibleText.json(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
    }

    /// The version of that document; it grows when a member changes its meaning.
    package static let learnedVersion = 1

    private struct Learned: Encodable {
        let schema = "mockportal.learned"
        let version = ConformanceReport.learnedVersion
        let portal: PortalFacts
        let preset: String
        let differences: [ShapeDifference]
    }
}
