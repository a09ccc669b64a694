internal import HTTPSemantics
internal import JSONValues

/// The home page, for a person who opens the portal in a browser: what this is, where to look, and the items that the person may read.
///
/// It holds no secret, and whatever stands before the portal stands before it too. Clients that do not ask for HTML by name get what a
/// web server answers where nothing is.
enum HomePage {
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

    /// How many items are listed.
    private static let listed = 100

    /// The page as an answer.
    static func index(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let body = body(request.site, request.revision) + (try items(request))
        return page(title: "A fake portal", body, request)
    }

    /// The page of an item, which the query names by `id`.
    static func item(_ request: EndpointRequest) throws(BlueprintError) -> PortalReply {
        let id = request.query["id"] ?? ""
        var asked = request
        asked.captures = [id]
        let reply = try ItemsEndpoint.item(asked)
        guard case .document(let item) = reply.body else {
            let error = if case .failure(let envelope) = reply.body { envelope } else { ErrorEnvelope.noItem }
            var page = page(
                title: "Item", "<p class=\"alert\" role=\"alert\">\(MarkupText.escaped(error.message ?? ""))</p>",
                request)
            page.notes = reply.notes
            page.notes.code = error.code
            return page
        }
        let rest = "\(request.site.map.rest)/content/items/\(PercentEncoding.encode(id))"
        let shown = ["type", "owner", "access", "snippet", "description", "tags", "accessInformation", "licenseInfo"]
        let rows = shown.compactMap { key -> String? in
            let text =
                switch item[key] {
                case .string(let text)?: text
                case .array(let texts)?: texts.compactMap(\.string).joined(separator: ", ")
                default: ""
                }
            return text.isEmpty
                ? nil : "<dt>\(MarkupText.escaped(key))</dt><dd>\(MarkupText.escaped(text))</dd>"
        }
        var links = [
            SitePage.Link("Item in the portal's directory", rest), SitePage.Link("Data of the item", rest + "/data"),
            SitePage.Link(
                "Owner",
                "\(request.site.map.rest)/community/users/\(PercentEncoding.encode(item["owner"]?.string ?? ""))"),
        ]
        if let url = item["url"]?.string, let origin = Origin(ofURL: url),
            origin == request.site.addresses.portal || request.site.addresses.hosts.values.contains(origin),
            url.split(separator: "/").contains(where: { ServiceRequest.Kind(rawValue: String($0)) != nil })
        {
            links.insert(SitePage.Link("Service: \(url)", url), at: 0)
        }
        let body = "<dl>\n\(rows.joined(separator: "\n"))\n</dl>\n<h2>Links</h2>\n" + list(links)
        return page(title: item["title"]?.string ?? id, body, request)
    }

    private static func items(_ request: EndpointRequest) throws(BlueprintError) -> String {
        let sharing = try Sharing(request)
        guard sharing.refusal() == nil else {
            return
                "\n<h2>Items</h2>\n<p>The organization is private: its members see its items once they have signed in.</p>"
        }
        let readable = try request.content.items().all.filter { sharing.mayRead($0) }
        let rows = readable.prefix(listed).map { item in
            let link = SitePage.Link(
                item.title, "\(request.site.map.context)/home/item.html?id=\(PercentEncoding.encode(item.id))")
            let type = item.document["type"]?.string.map { " \($0)," } ?? ""
            return "<li>\(link.html)<br>\(MarkupText.escaped("\(type) by \(item.owner)"))</li>"
        }
        let search = SitePage.Link("Search all items", request.site.map.rest + "/search").html
        let list =
            rows.isEmpty ? "<p>There is none that you may read.</p>" : "<ul>\n\(rows.joined(separator: "\n"))\n</ul>"
        let more = readable.count > listed ? "<p>\(listed) of \(readable.count) items are listed.</p>\n" : ""
        return "\n<h2>Items</h2>\n\(list)\n\(more)<p>\(search)</p>"
    }

    private static func list(_ links: [SitePage.Link]) -> String {
        "<ul>\n\(links.map { "<li>\($0.html)</li>" }.joined(separator: "\n"))\n</ul>"
    }

    private static func page(title: String, _ body: String, _ request: EndpointRequest) -> PortalReply {
        let home = request.site.map.context + "/home/"
        let isHome = request.query["id"] == nil
        let crumbs = isHome ? [] : [SitePage.Link("Home", home), SitePage.Link(title)]
        let back = isHome ? home : "\(home)item.html?id=\(PercentEncoding.encode(request.query["id"] ?? ""))"
        var reply = SitePage(
            site: "A fake portal", title: title, crumbs: crumbs,
            session: PageSession(request, onServer: false).bar(back: back), body: body
        ).reply()
        reply.headers += [("Cache-Control", "no-store"), ("Vary", "Accept")]
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
        return """
            <p>This is <strong>mockportal</strong>: it pretends to be an ArcGIS portal, for tests. No map, user or item here is real.</p>
            <p>It plays <strong>\(MarkupText.escaped(scenario))</strong>.\(summary)</p>
            \(list(links.map { SitePage.Link($0.1, $0.0) }))
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
