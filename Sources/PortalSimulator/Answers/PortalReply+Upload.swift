internal import HTTPSemantics

extension PortalReply {
    /// A file that a client sent, as it came.
    ///
    /// A page that a stranger uploaded must not run as one of this origin (RFC 6266 §4.2), nor must the scripts of a picture (SVG 2 §15,
    /// Content Security Policy Level 3 §6.3.2).
    static func upload(_ file: StoredFile, isAttachment: Bool = true) -> PortalReply {
        var reply = PortalReply(body: Body(file))
        reply.headers.append(
            isAttachment
                ? ("Content-Disposition", attachment(named: file.name)) : ("Content-Security-Policy", "sandbox"))
        reply.headers.append(("X-Content-Type-Options", "nosniff"))
        return reply
    }

    /// The field `Content-Disposition` of a download; a name that is not plain ASCII comes whole as `filename*`, behind what others
    /// can read of it (RFC 6266 §4.3, RFC 8187 §3.2).
    static func attachment(named name: String) -> String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\"
        }
        let scalars = name.unicodeScalars
        // A quotation mark or a control character in the name would end the field.
        let plain = String(String.UnicodeScalarView(scalars.map { isPlain($0) ? $0 : "_" }))
        let field = "attachment; filename=\"\(plain)\""
        return scalars.allSatisfy(isPlain) ? field : "\(field); filename*=UTF-8''\(PercentEncoding.encode(name))"
    }
}

extension PortalReply.Body {
    /// A file as it came: what is in memory anyway is sent from there.
    init(_ file: StoredFile) { self = file.bytesInMemory.map { .bytes($0, type: file.mediaType) } ?? .file(file) }
}
