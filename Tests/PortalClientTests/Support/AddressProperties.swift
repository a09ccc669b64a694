import HTTPSemantics
import PortalAuthentication

/// What holds for addresses, whatever a user typed or a server sent; the fuzzer and the tests ask the same.
enum AddressProperties {
    /// The first property that a text breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        return url(text) ?? portal(text) ?? resolved(text)
    }

    private static func url(_ text: String) -> String? {
        guard let url = HTTPURL(parsing: text) else { return nil }
        return plain(url) ?? contexts(of: url)
    }

    /// In one spelling, and nothing in it but what may be sent.
    private static func plain(_ url: HTTPURL) -> String? {
        guard HTTPURL(parsing: url.description) == url else { return "a URL prints as another" }
        let printed = url.description.utf8
        guard printed.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") })
        else { return "a URL holds what may not be sent" }
        guard !printed.contains(UInt8(ascii: "#")) else { return "a fragment was kept" }
        guard !url.origin.description.contains("@") else { return "user information was kept" }
        let dots: Set = [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"]
        let parts = url.path.split(separator: "/").map { $0.lowercased() }
        return parts.contains(where: dots.contains) ? "a dot segment was kept" : nil
    }

    private static func contexts(of url: HTTPURL) -> String? {
        let context = ServerContext(of: url)
        guard context.url.origin == url.origin else { return "a context has another origin" }
        guard context.contains(url) else { return "a URL does not belong to its own context" }
        guard ServerContext(of: context.info) == context else { return "a context's description has another context" }
        guard context.url.query == nil else { return "a context has a query" }
        return nil
    }

    private static func portal(_ text: String) -> String? {
        guard let portal = try? PortalURL(text) else { return nil }
        if let words = plain(portal.root) { return words }
        guard portal.root.query == nil else { return "a portal's address has a query" }
        for other in [portal.description, portal.rest.description, portal.root.description + "/home/index.html"] {
            guard (try? PortalURL(other)) == portal else { return "\(other) is another portal" }
        }
        if text.contains("://"), let url = HTTPURL(parsing: text.trimmed), url.origin != portal.root.origin {
            return "a portal has another origin than its address"
        }
        return nil
    }

    private static func resolved(_ text: String) -> String? {
        guard let base = HTTPURL(parsing: "https://gis.example.com/portal/sharing/rest?f=json"),
            let target = base.resolving(text)
        else { return nil }
        if let words = plain(target) { return words }
        guard target.origin == base.origin || text.contains("//") else { return "a relative reference left its origin" }
        guard base.resolving(target.description) == target else { return "a resolved reference resolves to another" }
        return nil
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
