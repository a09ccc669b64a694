internal import HTTPSemantics
internal import PortalJudge

/// The tokens that a request carries (developers.arcgis.com, "HTTP authorization headers"; "Common parameters").
struct PresentedTokens {
    private(set) var found: [Found] = []
    /// The header `Referer`, which a token may be bound to.
    let referer: String?
    /// The header `Origin`, which pages of other origins send.
    let origin: String?
    /// The first header `Authorization`, whatever it holds.
    let authorization: String?
    /// The header `Cookie`, whatever it holds.
    let cookie: String?

    init(_ request: borrowing IncomingRequest, query: FormParameters, form: FormParameters) {
        referer = request.header("Referer")
        origin = request.header("Origin")
        authorization = request.header("Authorization")
        cookie = request.header("Cookie")
        if let value = request.header("X-Esri-Authorization") { readBearer(value, .esriHeader) }
        if let authorization { readBearer(authorization, .authorizationHeader) }
        if let cookie { readCookies(cookie) }
        if let text = form["token"], !text.isEmpty { found.append(Found(carrier: .form, text: text)) }
        if let text = query["token"], !text.isEmpty { found.append(Found(carrier: .query, text: text)) }
    }

    /// Forgets the token of the header `Authorization`, which a front has taken for itself; false where there was none.
    mutating func dropAuthorizationHeader() -> Bool {
        let before = found.count
        found.removeAll { $0.carrier == .authorizationHeader }
        return found.count < before
    }

    private mutating func readBearer(_ value: String, _ carrier: Journal.TokenCarrier) {
        let utf8 = value.utf8
        guard utf8.count > 7, utf8.prefix(7).elementsEqual("bearer ".utf8, by: { $0 | 0x20 == $1 }) else { return }
        let text = String(Substring(utf8.dropFirst(7).drop { $0 == UInt8(ascii: " ") }))
        if !text.isEmpty { found.append(Found(carrier: carrier, text: text)) }
    }

    /// The cookies `esri_auth` of a portal and `agstoken` of a server hold the token, bare or in a JSON text that is percent-encoded.
    private mutating func readCookies(_ value: String) {
        for (name, value) in CookieHeader.cookies(value) {
            guard let tier = Self.cookies.first(where: { name == $0.name })?.tier else { continue }
            let text = Self.token(inCookie: value)
            if !text.isEmpty { found.append(Found(carrier: .cookie, text: text, tier: tier)) }
        }
    }

    /// The token that the value of such a cookie holds.
    static func token(inCookie value: Substring) -> String {
        let text = PercentEncoding.decodeText(value)
        guard let start = text.firstRange(ofMember: "\"token\":\"") else { return text }
        return String(text[start...].prefix { $0 != "\"" })
    }

    /// The cookies that hold a token, and who reads each.
    private static let cookies: [(name: String, tier: Found.Tier)] = [("esri_auth", .portal), ("agstoken", .server)]

    /// One token with the way that it came.
    struct Found {
        let carrier: Journal.TokenCarrier
        let text: String
        /// Who reads it; nil where both do.
        var tier: Tier?

        /// Whether that side reads it.
        func isRead(onServer: Bool) -> Bool { tier.map { ($0 == .server) == onServer } ?? true }

        /// A side that tokens are sent to.
        enum Tier {
            case portal
            case server
        }
    }
}

extension String {
    /// The index after the first occurrence of a text.
    fileprivate func firstRange(ofMember member: String) -> Index? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(member) { return self.index(index, offsetBy: member.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
