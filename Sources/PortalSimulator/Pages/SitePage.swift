internal import HTTPSemantics

/// A page for people: a bar that says whose site it is and who is signed in, the way here, and the content.
struct SitePage {
    /// What stands in the bar, as `ArcGIS REST Services Directory`.
    let site: String
    let title: String
    /// The way from the home page to here; the last one is the page itself.
    var crumbs: [Link] = []
    /// Who is signed in, with a way to change that; HTML whose every text is escaped.
    let session: String
    /// HTML whose every text is escaped.
    let body: String

    /// A text that may lead somewhere.
    struct Link {
        let text: String
        /// A path or an URL of this site; nil where nothing is served.
        let href: String?

        init(_ text: String, _ href: String? = nil) {
            self.text = text
            self.href = href
        }

        var html: String {
            let text = MarkupText.escaped(text)
            guard let href else { return text }
            return "<a href=\"\(MarkupText.escaped(href))\">\(text)</a>"
        }
    }

    /// What goes with such a page. The referrer stays within the site, so that its forms can tell where they were sent from: under
    /// `no-referrer` the field `Origin` of a form would be `null` (Fetch Standard, "append a request Origin header").
    static let headers = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src \(DirectoryStyle.source); form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'"
        ), ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"), ("X-Content-Type-Options", "nosniff"),
    ]

    /// The page as an answer.
    func reply(status: Int = 200) -> PortalReply {
        var reply = PortalReply(body: .page(status: status, html: html))
        reply.headers = Self.headers
        return reply
    }

    private var html: String {
        let way = crumbs.enumerated().map { index, crumb in
            index == crumbs.count - 1
                ? "<li aria-current=\"page\">\(MarkupText.escaped(crumb.text))</li>" : "<li>\(crumb.html)</li>"
        }
        let nav =
            crumbs.isEmpty ? "" : "<nav aria-label=\"Breadcrumb\"><ol>\n\(way.joined(separator: "\n"))\n</ol></nav>\n"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(MarkupText.escaped(title == site ? site : "\(title) - \(site)"))</title>
            <style>\(DirectoryStyle.text)</style>
            </head>
            <body>
            <header>
            <p class="site">\(MarkupText.escaped(site))</p>
            \(session)
            </header>
            <main>
            \(nav)<h1>\(MarkupText.escaped(title))</h1>
            \(body)
            </main>
            </body>
            </html>

            """
    }
}
