internal import HTTPSemantics
internal import PortalTransport

/// Which request follows a redirect, and which of its secrets stay behind (rule R19).
package enum RedirectRule {
    /// The next request; nil where the answer is no redirect. Throws `redirectRefused` and `insecureRedirect`.
    ///
    /// `passwords` are those that were sent to any server.
    static func next(
        after response: HTTPResponse, to request: WireRequest, passwords: [Secret<String>] = []
    ) throws(PortalError) -> WireRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.first(named: "Location")
        else { return nil }
        let target = try Self.target(location, of: request)
        // Wherever it leads: addresses stand in events and errors, and the secret would.
        if let name = Self.secret(shownBy: target, request, passwords) {
            throw PortalError(
                .redirectRefused, url: request.url,
                detail: "the redirect is not followed: the path or the host of its address holds \(name)")
        }
        if request.url.origin.isSecure, !target.origin.isSecure {
            throw PortalError(
                .insecureRedirect, url: request.url,
                detail:
                    "the redirect leads from https to http, to \(target.origin); use its https address, if it has one")
        }
        let isForeign = target.origin != request.url.origin
        let keepsBody =
            response.status == 307 || response.status == 308 || request.method == "GET" || request.method == "HEAD"
        if request.nature == .grant {
            throw refusal(request, target, "a code or a token is not sent to where a redirect leads")
        }
        if request.carriesPassword || request.nature == .signIn, isForeign || !keepsBody {
            throw refusal(request, target, "a password is not sent to where a redirect leads")
        }
        if isForeign, keepsBody, request.method != "GET", request.method != "HEAD" {
            throw refusal(request, target, "a \(request.method) is not sent again to another origin")
        }
        let leavesToken = isForeign || !request.mayCarryToken(to: target)
        if leavesToken, request.carriesTokenInBody, keepsBody {
            throw refusal(request, target, "a form with a token is not sent to another portal or server")
        }
        var next = request
        next.url = target
        if !keepsBody { next.becomeGET() }
        if leavesToken {
            next.dropToken()
        } else if next.carriesToken, request.holdsTokenInQuery, !next.holdsTokenInQuery {
            next.carriesToken = false
        }
        if isForeign { next.headers.removeAll { !$0.isNamed("Content-Type") } }
        return next
    }

    /// Which secret an address shows outside its query.
    ///
    /// A short password may be a word of the address by chance, and so may one that stands in the address that was asked.
    private static func secret(
        shownBy target: HTTPURL, _ request: WireRequest, _ passwords: [Secret<String>]
    ) -> String? {
        if request.token.map({ target.shows($0) }) ?? false { return "the token" }
        let isShown = passwords.contains { password in
            password.reveal { $0.utf8.count >= shortestPassword } && target.shows(password)
                && !request.url.shows(password)
        }
        return isShown ? "a password" : nil
    }

    /// Bytes from which on a password is looked for in addresses (NIST SP 800-63B §5.1.1.1 has 8 for what a person chooses).
    private static let shortestPassword = 8

    /// Where a `Location` leads, as a URL that may be asked (RFC 3986 §5.2).
    private static func target(_ location: String, of request: WireRequest) throws(PortalError) -> HTTPURL {
        var problem: String?
        if location.utf8.count > longest {
            problem = "its address is longer than \(longest) bytes"
        } else if location.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            problem = "its address holds control characters"
        } else if let target = request.url.resolving(location) {
            return target
        }
        throw PortalError(
            .redirectRefused, url: request.url,
            detail: "the redirect is not followed: "
                + (problem ?? "it leads to no plain http or https address without user information"))
    }

    /// The longest request line that RFC 9110 §4.1 asks everybody to understand, and some more.
    private static let longest = 8192

    private static func refusal(_ request: WireRequest, _ target: HTTPURL, _ why: String) -> PortalError {
        PortalError(
            .redirectRefused, url: request.url,
            detail:
                "the redirect to \(target.origin) is not followed: \(why); if that is where it lives, ask it directly")
    }
}

extension WireRequest {
    /// A redirected POST goes on as a GET without its form (RFC 9110 §15.4.4).
    fileprivate mutating func becomeGET() {
        method = "GET"
        body = nil
        pieces = []
        if nature == .changing { nature = .idempotent }
        headers.removeAll { $0.isNamed("Content-Type") }
        if carriesTokenInBody {
            carriesTokenInBody = false
            carriesToken = false
        }
    }

    /// Leaves the token behind wherever it stands; a server may have copied it into the new address.
    fileprivate mutating func dropToken() {
        headers.removeAll { field in
            ["Authorization", "X-Esri-Authorization", "Referer"].contains { field.isNamed($0) }
        }
        carriesToken = false
        guard let query = url.query else { return }
        let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { pair in
            let text = PercentEncoding.decodeText(pair)
            return text.prefix { $0 != "=" }.lowercased() != "token" && !(token.map { text.holds($0) } ?? false)
        }.joined(separator: "&")
        url = url.with(query: kept.isEmpty ? nil : kept)
    }

    fileprivate var holdsTokenInQuery: Bool {
        guard let token, let query = url.query else { return false }
        return PercentEncoding.decodeText(query).holds(token)
    }
}

extension HTTPURL {
    /// Whether a token stands where everybody reads an address: outside the query.
    fileprivate func shows(_ token: Secret<String>) -> Bool {
        // Hosts are in lower case, whatever was written.
        PercentEncoding.decodeText(path).holds(token) || origin.host.holds(token)
            || token.reveal { !$0.isEmpty && origin.host.firstRange(of: $0.lowercased()) != nil }
    }
}

extension String {
    fileprivate func holds(_ secret: Secret<String>) -> Bool {
        secret.reveal { !$0.isEmpty && firstRange(of: $0) != nil }
    }
}
