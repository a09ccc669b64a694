internal import HTTPAuthentication
internal import PortalTransport

/// Which request follows a redirect, and which of its secrets stay behind (rule R19).
package enum RedirectRule {
    /// The next request; nil where the answer is no redirect. Throws `redirectRefused` and `insecureRedirect`.
    static func next(after response: HTTPResponse, to request: WireRequest) throws(PortalError) -> WireRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.first(named: "Location")
        else { return nil }
        guard let target = request.url.resolving(location) else {
            throw PortalError(
                .redirectRefused, url: request.url, detail: "the redirect leads to no plain http or https address")
        }
        if request.url.origin.isSecure, !target.origin.isSecure {
            throw PortalError(.insecureRedirect, url: request.url, detail: "the redirect leads from https to http")
        }
        let isForeign = target.origin != request.url.origin
        let keepsBody =
            response.status == 307 || response.status == 308 || request.method == "GET" || request.method == "HEAD"
        if request.carriesPassword, isForeign || !keepsBody {
            throw PortalError(
                .redirectRefused, url: request.url, detail: "a password is not sent to where a redirect leads")
        }
        if isForeign, request.carriesTokenInBody, keepsBody {
            throw PortalError(
                .redirectRefused, url: request.url, detail: "a form with a token is not sent to another origin")
        }
        var next = request
        next.url = target
        if !keepsBody {
            next.method = "GET"
            next.body = nil
            next.headers.removeAll { $0.isNamed("Content-Type") }
            if next.carriesTokenInBody {
                next.carriesTokenInBody = false
                next.carriesToken = false
            }
        }
        if isForeign {
            let secretFields = ["Authorization", "X-Esri-Authorization", "Cookie", "Referer", "Proxy-Authorization"]
            next.headers.removeAll { field in secretFields.contains { field.isNamed($0) } }
            if let query = target.query {
                let rest = FormEncoding.removing("token", fromQuery: query)
                next.url = target.with(query: rest.isEmpty ? nil : rest)
            }
            next.carriesToken = false
        }
        return next
    }
}
