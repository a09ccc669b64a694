internal import HTTPSemantics

extension HTTPURL {
    /// Resolves a reference, such as a `Location` value, against this URL (RFC 3986 §5.2); nil for user information and for other schemes than http and https.
    package func resolving(_ reference: String) -> HTTPURL? {
        // A host has letters of its own, and they come before percent signs.
        guard let spelled = HTTPURL.encodingHost(ofReference: reference) else { return nil }
        let reference = String(HTTPURL.encodingStrays(in: spelled).prefix { $0 != "#" })
        if let colon = reference.firstIndex(of: ":"),
            reference[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }),
            reference.first?.isLetter == true
        {
            return HTTPURL(parsing: reference)
        }
        if reference.hasPrefix("//") { return HTTPURL(parsing: "\(origin.scheme):\(reference)") }
        if reference.isEmpty { return self }
        if reference.first == "?" { return with(query: String(reference.dropFirst())) }
        let newPath = reference.prefix { $0 != "?" }
        let newQuery =
            newPath.endIndex == reference.endIndex
            ? nil : String(reference[reference.index(after: newPath.endIndex)...])
        if newPath.first == "/" { return HTTPURL(origin: origin, path: String(newPath), query: newQuery) }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return HTTPURL(origin: origin, path: String(folder) + String(newPath), query: newQuery)
    }

    /// The same reference with its host in ASCII, where it names one; nil where that host cannot be written so.
    private static func encodingHost(ofReference reference: String) -> String? {
        if reference.hasPrefix("//") {
            return InternationalHost.encoding(in: "https:" + reference).map { String($0.dropFirst(6)) }
        }
        let scheme = reference.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isScheme = ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
        return isScheme ? InternationalHost.encoding(in: reference) : reference
    }
}
