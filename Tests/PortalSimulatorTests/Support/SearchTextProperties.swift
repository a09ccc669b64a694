import FixtureFiles
import HTTPSemantics
import JSONValues

@testable import PortalSimulator

/// What holds for a search, whatever text it is given; the fuzzer and the tests ask the same.
///
/// The first line of an input is the path of a search, the rest its text.
enum SearchTextProperties {
    private static let probe = Result { try SiteProbe("anonymous") }

    /// The first property that an input breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        guard let probe = try? probe.get(), let items = try? probe.site.content.items().all else { return "no portal" }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let path = String(decoding: bytes[..<end], as: UTF8.self)
        let text = String(decoding: bytes[end...].dropFirst(), as: UTF8.self)
        let outcome = probe.send(
            "POST", "/portal/sharing/rest/\(path)", form: "num=100&f=json&q=\(PercentEncoding.encode(text))")
        guard (100...599).contains(outcome.status) else { return "a status of \(outcome.status)" }
        guard outcome.header("Content-Type")?.hasPrefix("application/json") != true || outcome.json != .null else {
            return "an answer that is no JSON text"
        }
        if path == "search", let violation = violation(of: outcome.json, text) { return violation }
        return negationViolation(text, items)
    }

    private static func violation(of answer: JSONValue, _ text: String) -> String? {
        if let error = answer["error"] {
            guard text.isEmpty || error["message"] == "'q' parameter is invalid." else {
                return "a refusal that is not of q"
            }
            return error["details"]?.array?.isEmpty == false || text.isEmpty ? nil : "a refusal that names nothing"
        }
        guard let results = answer["results"]?.array, let total = answer["total"]?.integer else {
            return "neither results nor an error"
        }
        return Int64(results.count) == min(total, 100) ? nil : "a page of another length"
    }

    /// What is found is not found by the opposite, whatever the text means.
    private static func negationViolation(_ text: String, _ items: [PortalContent.Item]) -> String? {
        guard let query = try? SearchQuery(text), let opposite = try? SearchQuery("-(\(text))") else { return nil }
        let both = items.first { query.matches($0, .item) && opposite.matches($0, .item) }
        return both.map { "\($0.title) is found by a text and by its opposite" }
    }
}
