import HTTPSemantics
import JSONValues

@testable import PortalSimulator

extension SiteProbe {
    /// A POST of a form below `{portal}/sharing/rest`, as JSON.
    @discardableResult func post(_ path: String, _ fields: [String: String] = [:], token: String? = nil) -> Outcome {
        send(
            "POST", "/portal/sharing/rest/\(path)",
            headers: token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? [], form: form(fields))
    }

    /// A form that asks for JSON.
    func form(_ fields: [String: String]) -> String {
        (fields.sorted { $0.key < $1.key } + [("f", "json")]).map { name, value in
            "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
        }.joined(separator: "&")
    }

    /// The same with files in a body in parts.
    @discardableResult func post(
        _ path: String, _ fields: [String: String] = [:], files: [(field: String, name: String, bytes: String)],
        token: String? = nil
    ) -> Outcome {
        let form = MultipartForm(
            fields: (fields.sorted { $0.key < $1.key } + [("f", "json")]).map {
                FormField(name: $0.0, value: $0.1, isDamaged: false)
            },
            files: files.enumerated().map { index, file in
                UploadedFile(
                    part: index + 1, field: file.field, filename: file.name, contentType: nil,
                    content: .memory(Array(file.bytes.utf8)))
            })
        let boundary = MultipartText.boundary(for: form)
        var headers = [HeaderField("Content-Type", "multipart/form-data; boundary=\(boundary)")]
        if let token { headers.append(HeaderField("X-Esri-Authorization", "Bearer \(token)")) }
        return Outcome(
            answer: site.answer(
                IncomingRequest(
                    listener: listener, connection: 1, peerAddress: peer, method: "POST",
                    target: "/portal/sharing/rest/\(path)", headers: headers,
                    body: MultipartText.body(form, boundary: boundary), portalTime: time)))
    }
}
