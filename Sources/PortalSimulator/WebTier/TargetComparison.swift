internal import HTTPSemantics

/// Compares the `uri` of Digest credentials with the target of their request (RFC 7616 §3.4.6).
///
/// Byte for byte; either may also stand in absolute form (RFC 9112 §3.2.2), as requests through proxies do, if it names one of
/// the portal's own origins.
struct TargetComparison {
    private let target: String
    private let origins: [Origin]

    init(_ target: String, origins: [Origin]) {
        self.target = target
        self.origins = origins
    }

    func isCovered(by uri: String) -> Bool {
        if uri.utf8.elementsEqual(target.utf8) { return true }
        guard let one = path(of: uri), let other = path(of: target) else { return false }
        return one.elementsEqual(other)
    }

    /// The path and query of a target; nil where it names another origin.
    private func path(of text: String) -> Substring.UTF8View? {
        guard text.utf8.first != UInt8(ascii: "/") else { return text[...].utf8 }
        guard let origin = Origin(ofURL: text), origins.contains(origin) else { return nil }
        let authority = text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        let path = authority.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return path.isEmpty ? "/"[...].utf8 : path
    }
}
