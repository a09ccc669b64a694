internal import HTTPSemantics

extension SecretFields {
    /// The request with a number in the place of what stands in such fields; known secrets stay for the redaction that follows.
    ///
    /// Equal values keep an equal number, so that a repetition stays visible. What `kept` holds is no secret: a scenario names it.
    /// One that is too long for a verifier stays too long: that is judged (RFC 7636 §4.1).
    static func masked(
        _ request: Journal.Request, _ redaction: Redaction, _ credentials: inout CredentialNumbers,
        keeping kept: Set<String>
    ) -> Journal.Request {
        var numbers = credentials
        let placeholder: Placeholder = { value in
            let text = String(decoding: value, as: UTF8.self)
            guard !text.hasPrefix("redacted-"), redaction.bytes(value) == value else { return nil }
            guard kept.isEmpty || !kept.contains(FormURLEncoded.fields(of: "x=" + text).first?.value ?? text) else {
                return nil
            }
            let shown = Array(numbers.placeholder(for: value).utf8)
            guard value.count > CodeVerifier.longestSearched else { return shown }
            return shown + [UInt8](repeating: UInt8(ascii: "-"), count: value.count - shown.count)
        }
        var copy = request
        copy.target = target(request.target, placeholder)
        for index in copy.headers.indices where copy.headers[index].isNamed("Cookie") {
            let field = copy.headers[index]
            copy.headers[index] = HeaderField(field.name, cookie(field.value, placeholder))
        }
        copy.body = body(of: request, placeholder)
        credentials = numbers
        return copy
    }

    private static func body(of request: Journal.Request, _ placeholder: Placeholder) -> [UInt8] {
        let body = request.body
        guard !body.isEmpty else { return body }
        if let masked = MultipartFields.body(of: request, replacing: { hold($0) ? placeholder($1) : nil }) {
            return masked
        }
        let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return isJSON ? json(body, placeholder) : form(body[...], placeholder)
    }
}
