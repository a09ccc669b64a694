internal import JSONValues
internal import PortalJudge

/// What came of a conformance run.
package struct ConformanceReport: Sendable {
    package var report: RunReport
    package var facts: PortalFacts
    /// Everything that crossed the wire, secrets included; it never leaves the process as it is.
    let exchanges: [WireExchange]

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
}
