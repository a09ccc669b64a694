internal import HTTPSemantics
internal import JSONValues

/// The few HTML pages of a portal; every text in them is escaped.
enum HTMLPage {
    /// A document that no page of the directory shows: what is wrong with the request, mostly.
    static func directory(of value: JSONValue) -> String {
        guard let error = value["error"] else {
            return page(
                title: "ArcGIS Portal Directory",
                body: "<h1>ArcGIS Portal Directory</h1><pre>\(MarkupText.escaped(value.text(pretty: true)))</pre>")
        }
        let message = error["message"]?.string ?? ""
        let code = error["code"]?.integer.map { "\($0)" } ?? error["code"]?.string ?? ""
        let details = (error["details"]?.array ?? error["details"].map { [$0] } ?? []).compactMap(\.string)
        let list = details.map { "<li>\(MarkupText.escaped($0))</li>" }.joined()
        return page(
            title: "ArcGIS Portal Directory",
            body: "<h1>Error \(MarkupText.escaped(code))</h1><div class=\"alert\" role=\"alert\"><p>"
                + "\(MarkupText.escaped(message))</p>\(list.isEmpty ? "" : "<ul>\(list)</ul>")</div>")
    }

    /// The page of `generateToken` that is no JSON: the token stands in a text area.
    static func token(_ text: String) -> String {
        page(
            title: "Generate Token",
            body:
                "<h1>Generate Token</h1><form><label for=\"token\">Token</label>"
                + "<textarea name=\"token\" id=\"token\" rows=\"4\" cols=\"80\" readonly>\(MarkupText.escaped(text))</textarea></form>"
        )
    }

    /// A web server's answer for a path that no application serves.
    static let notFound = page(title: "404 Not Found", body: "<h1>Not Found</h1>")

    /// What keeps a page of ours from running, loading or being framed by anything (Content Security Policy Level 3 §6), and from being
    /// taken for another type (Fetch Standard §3.6). Its forms go to where it came from.
    static let headers = [
        HeaderField(
            "Content-Security-Policy",
            "default-src 'none'; style-src \(PageStyle.source); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        ),
        HeaderField("X-Content-Type-Options", "nosniff"),
    ]

    static func page(title: String, body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">\
        <title>\(MarkupText.escaped(title))</title><style>\(PageStyle.text)</style></head>
        <body><main>\(body)</main></body></html>

        """
    }
}
