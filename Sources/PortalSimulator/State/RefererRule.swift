internal import HTTPSemantics

/// Compares the `Referer` of a request with the one that its token is bound to.
///
/// The portal's own algorithm is not documented. Clients bind an origin while browsers send the origin with a slash or a whole
/// URL (Esri/arcgis-js-api `identity/IdentityManagerBase.js`), and bind texts that are no URL (Esri/arcgis-rest-js).
enum RefererRule {
    /// Whether a header is good enough for a bound text.
    static func admits(_ header: String?, bound: String, check: Blueprint.Tokens.RefererCheck) -> Bool {
        if check == .off { return true }
        guard let header else { return false }
        if header.utf8.elementsEqual(bound.utf8) { return true }
        if begins(header, with: bound) { return true }
        guard check == .lax, let host = host(of: header) else { return false }
        return host == self.host(of: bound)
    }

    /// Whether a text is another one or goes on after it at a boundary of a URL; letters are compared without case.
    private static func begins(_ text: String, with start: String) -> Bool {
        let text = Array(text.lowercased().utf8), start = Array(start.lowercased().utf8)
        guard !start.isEmpty, text.starts(with: start) else { return false }
        guard text.count > start.count, start.last != UInt8(ascii: "/") else { return true }
        return "/?#".utf8.contains(text[start.count])
    }

    /// The host of a URL, or of a text that is a host name as some clients bind it.
    private static func host(of text: String) -> String? {
        if let origin = Origin(ofURL: text) { return origin.host }
        return text.contains("://") ? nil : Origin(ofURL: "https://\(text)")?.host
    }
}
