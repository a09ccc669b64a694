internal import HTTPSemantics

extension Journal.Request {
    /// The query of the target, decoded.
    var queryFields: [(name: String, value: String)] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return FormURLEncoded.fields(of: String(target[target.utf8.index(after: mark)...])).map { ($0.name, $0.value) }
    }

    /// The form in the body, decoded, however it was sent.
    var formFields: [(name: String, value: String)] {
        MultipartFields.fields(self) ?? FormURLEncoded.fields(of: body).map { ($0.name, $0.value) }
    }

    /// Whether the body is a token request's.
    var isTokenRequest: Bool { operation == "generateToken" || operation.hasSuffix("/generateToken") }
}
