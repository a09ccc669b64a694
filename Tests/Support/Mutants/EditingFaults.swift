internal import HTTPSemantics
internal import PortalTransport

extension HTTPRequest {
    /// Whether it edits features.
    var isEdit: Bool {
        ["/applyEdits", "/addFeatures", "/updateFeatures", "/deleteFeatures"].contains { path.hasSuffix($0) }
    }

    /// The same with its form in the query of a GET.
    var asQuery: HTTPRequest {
        adding(query: form).with {
            $0.method = "GET"
            $0.body = nil
            $0.headers.removeAll { $0.isNamed("Content-Type") }
        }
    }

    /// The same with other words in its form.
    func replacing(inForm words: String, by others: String) -> HTTPRequest {
        guard body != nil, form.contains(words) else { return self }
        return with { $0.body = Array(form.replacing(words, with: others).utf8) }
    }

    /// The same with the line ends of a text in every file that it carries.
    var withLineEndsOfText: HTTPRequest {
        with { request in
            request.pieces = pieces.enumerated().map { index, piece in
                // What stands between two files is the form's own.
                guard index % 2 == 1, case .bytes(let bytes) = piece else { return piece }
                return .bytes(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
            }
        }
    }

    /// The same with the token of its form with files in the query.
    var uploadTokenInQuery: HTTPRequest {
        guard case .bytes(let head)? = pieces.first else { return self }
        let text = String(decoding: head, as: UTF8.self)
        guard let name = text.firstRange(of: "name=\"token\"\r\n\r\n") else { return self }
        let token = text[name.upperBound...].prefix { $0 != "\r\n" }
        return adding(query: "token=\(token)")
    }
}
