internal import HTTPSemantics
internal import JSONValues

/// The few HTML pages of a portal; every text in them is escaped.
enum HTMLPage {
    /// A document as the REST directory shows it.
    static func directory(of value: JSONValue) -> String {
        page(title: "ArcGIS Portal Directory", body: "<pre>\(MarkupText.escaped(value.text(pretty: true)))</pre>")
    }

    /// The page of `generateToken` without `f`: the token stands in a text area.
    static func token(_ text: String) -> String {
        page(
            title: "Generate Token",
            body:
                "<form><textarea name=\"token\" rows=\"4\" cols=\"80\" readonly>\(MarkupText.escaped(text))</textarea></form>"
        )
    }

    /// The server's sign-in page.
    static let login = page(
        title: "ArcGIS REST Framework Login",
        body: "<form method=\"post\"><input name=\"username\"/><input name=\"password\" type=\"password\"/></form>")

    /// A web server's answer for a path that no application serves.
    static let notFound = page(title: "404 Not Found", body: "<h1>Not Found</h1>")

    /// What keeps a page of ours from running, loading or being framed by anything (Content Security Policy Level 3 §6), and from being
    /// taken for another type (Fetch Standard §3.6). Its forms go to where it came from.
    static let headers = [
        HeaderField(
            "Content-Security-Policy",
            "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
        HeaderField("X-Content-Type-Options", "nosniff"),
    ]

    static func page(title: String, body: String) -> String {
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>\(MarkupText.escaped(title))</title></head>\n<body>\(body)</body></html>\n"
    }
}
