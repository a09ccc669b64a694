internal import HTTPSemantics

extension Journal.Request {
    /// The path of the target, in whichever form that came: an absolute one names scheme and authority before it (RFC 9112 §3.2.2),
    /// and unreserved characters may be encoded (RFC 3986 §6.2.2.2).
    var path: String {
        let path = target.prefix { $0 != "?" }
        guard path.utf8.first != UInt8(ascii: "/"), let scheme = path.firstRange(of: "://") else {
            return PercentEncoding.normalize(path)
        }
        let rest = path[scheme.upperBound...].drop { $0 != "/" }
        return rest.isEmpty ? "/" : PercentEncoding.normalize(rest)
    }

    /// The query of the target, decoded.
    var queryFields: [(name: String, value: String)] {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [] }
        return FormURLEncoded.fields(of: String(target[target.utf8.index(after: mark)...])).map { ($0.name, $0.value) }
    }

    /// The form in the body, decoded, however it was sent.
    var formFields: [(name: String, value: String)] {
        MultipartFields.fields(self) ?? FormURLEncoded.fields(of: body).map { ($0.name, $0.value) }
    }

    /// Whether it brings no credential in its header, form or query.
    var isBare: Bool { presented.isEmpty && authorization == nil }

    /// Whether the body is a token request's.
    var isTokenRequest: Bool { operation == "generateToken" || operation.hasSuffix("/generateToken") }
}
