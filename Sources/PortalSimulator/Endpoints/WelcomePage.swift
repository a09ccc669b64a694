internal import HTTPSemantics

/// The page at the root, for a person who opens the portal in a browser: what this is, and where to look.
///
/// It holds no secret, and whatever stands before the portal stands before it too. Clients that do not ask for HTML by name get what a
/// web server answers where nothing is.
enum WelcomePage {
    /// What the journal calls it.
    static let operation = "home"

    /// Whether a request asks for a page by name (RFC 9110 §12.5.1): `*/*`, which programs send, does not.
    static func isAsked(by request: borrowing IncomingRequest) -> Bool {
        guard request.method == "GET" || request.method == "HEAD", let accept = request.header("Accept") else {
            return false
        }
        return accept.split(separator: ",").contains { range in
            let parts = range.split(separator: ";").map {
                String(Substring($0.utf8.trimmingOptionalWhitespace())).lowercased()
            }
            let refused = ["q=0", "q=0.0", "q=0.00", "q=0.000"]
            return parts.first == "text/html" && !parts.dropFirst().contains(where: refused.contains)
        }
    }

    /// The page as an answer.
    static func reply(of site: PortalSite, _ revision: BlueprintRevision) -> PortalReply {
        let html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>A fake portal</title>
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            <main>
            \(body(site, revision))
            </main>
            </body>
            </html>

            """
        var reply = PortalReply(body: .page(status: 200, html: html))
        reply.headers =
            PrivatePage.headers + [
                (
                    "Content-Security-Policy",
                    "default-src 'none'; style-src \(PageStyle.source); form-action 'none'; base-uri 'none'; "
                        + "frame-ancestors 'none'"
                ), ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"), ("Vary", "Accept"),
            ]
        reply.isPrivate = true
        return reply
    }

    private static func body(_ site: PortalSite, _ revision: BlueprintRevision) -> String {
        let name = site.pretence.name.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "a portal"
        let scenario = isFile(name) ? name : site.pretence.name ?? name
        let summary = site.pretence.summary.map { " \(MarkupText.escaped($0))" } ?? ""
        let rest = site.addresses.context + "/sharing/rest"
        var links = [
            (rest, "REST root of the portal"), (rest + "/portals/self", "The portal's description of itself"),
        ]
        if revision.blueprint.server.federation != .none {
            links.append((site.addresses.serverContext + "/rest/services", "Services directory of the server"))
        }
        if let page = signInPage(revision, rest) { links.append((page, "Sign in, which shows the code in the end")) }
        let items = links.map { "<li><a href=\"\(MarkupText.escaped($0.0))\">\(MarkupText.escaped($0.1))</a></li>" }
        return """
            <h1>A fake portal</h1>
            <p>This is <strong>mockportal</strong>: it pretends to be an ArcGIS portal, for tests. No map, user or item here is real.</p>
            <p>It plays <strong>\(MarkupText.escaped(scenario))</strong>.\(summary)</p>
            <ul>
            \(items.joined(separator: "\n"))
            </ul>
            <p>Who may sign in, and the control URL at which the traffic can be read, were printed where it was started.
            <code>mockportal serve --help</code> and the guide “Serving a portal” say more.</p>
            """
    }

    private static func isFile(_ name: String) -> Bool {
        [".json", ".yaml", ".yml"].contains { name.lowercased().hasSuffix($0) }
    }

    /// The sign-in page for the first application that lets a person copy the code; nil where there is none.
    private static func signInPage(_ revision: BlueprintRevision, _ rest: String) -> String? {
        let outOfBand = "urn:ietf:wg:oauth:2.0:oob"
        guard let oauth = revision.blueprint.oauth,
            let client = oauth.applications.keys.sorted().first(where: {
                oauth.applications[$0]?.redirectURIs.contains(outOfBand) ?? false
            })
        else { return nil }
        return rest + "/oauth2/authorize?client_id=\(PercentEncoding.encode(client))&response_type=code"
            + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"
    }
}
