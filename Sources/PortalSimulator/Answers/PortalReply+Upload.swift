extension PortalReply {
    /// A file that a client sent, as it came.
    ///
    /// A page that a stranger uploaded must not run as one of this origin (RFC 6266 §4.2).
    static func upload(_ file: StoredFile, isAttachment: Bool = true) -> PortalReply {
        var reply = PortalReply(body: Body(file))
        // A quotation mark or a control character in the name would end the field.
        let name = String(
            String.UnicodeScalarView(
                file.name.unicodeScalars.filter { $0.value >= 0x20 && $0.isASCII && $0 != "\"" && $0 != "\\" }))
        if isAttachment { reply.headers.append(("Content-Disposition", "attachment; filename=\"\(name)\"")) }
        reply.headers.append(("X-Content-Type-Options", "nosniff"))
        return reply
    }
}

extension PortalReply.Body {
    /// A file as it came: what is in memory anyway is sent from there.
    init(_ file: StoredFile) { self = file.bytesInMemory.map { .bytes($0, type: file.mediaType) } ?? .file(file) }
}
