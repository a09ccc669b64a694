import HTTPSemantics
import JSONValues

@testable import PortalSimulator

extension SiteProbe {
    /// A POST of a form below `{portal}/sharing/rest`, as JSON.
    @discardableResult func post(_ path: String, _ fields: [String: String] = [:], token: String? = nil) -> Outcome {
        let form = (fields.sorted { $0.key < $1.key } + [("f", "json")]).map { name, value in
            "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
        }.joined(separator: "&")
        return send(
            "POST", "/portal/sharing/rest/\(path)",
            headers: token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? [], form: form)
    }
}
