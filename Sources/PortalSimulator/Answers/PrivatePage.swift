internal import HTTPSemantics
internal import JSONValues
internal import TLSIdentity

/// A page that a person sees while signing in: nothing of it is kept, framed or told to others, and nothing is loaded from elsewhere.
package struct PrivatePage {
    let title: String
    /// What scripts may read, as the variable `oAuthInfo`.
    let data: JSONValue
    let theme: Theme
    /// HTML whose every text is escaped.
    let body: String
    /// Whether a browser sends its form at once.
    var sendsItself = false

    /// The colours of the page.
    enum Theme: String, Sendable {
        case light
        case dark
        /// Whatever the browser prefers.
        case system
    }

    init(title: String, data: JSONValue, theme: Theme = .system, body: String) {
        self.title = title
        self.data = data
        self.theme = theme
        self.body = body
    }

    /// The fields of whatever a browser gets on the way.
    static let headers = [("Cache-Control", "no-store"), ("Pragma", "no-cache"), ("Referrer-Policy", "no-referrer")]

    /// A page whose form a browser sends by itself; without scripts a person does.
    static func sending(
        _ fields: [(name: String, value: String)], to address: String, title: String, words: String
    ) -> PrivatePage {
        let inputs = fields.map {
            "<input type=\"hidden\" name=\"\($0.name)\" value=\"\(MarkupText.escaped($0.value))\">\n"
        }.joined()
        var page = PrivatePage(
            title: title, data: ["messages": []],
            body: """
                <h1>\(MarkupText.escaped(title))</h1>
                <p>\(MarkupText.escaped(words))</p>
                <form method="post" action="\(MarkupText.escaped(address))">
                \(inputs)<div class="buttons">
                <button type="submit">Continue</button>
                </div>
                </form>
                """)
        page.sendsItself = true
        return page
    }

    /// The page as an answer; its form may go to the given places only, redirects included. Nil is anywhere: what stands behind the
    /// next redirect is known to another site alone.
    func reply(status: Int = 200, formTo sources: [String]? = ["'none'"]) -> PortalReply {
        // A "<" could end the script element early (HTML Standard §4.12.1.3).
        let object = VisibleText.json(data.text()).unicodeScalars.map { $0 == "<" ? #"\u003c"# : String($0) }.joined()
        let sending = "document.addEventListener(\"DOMContentLoaded\", () => document.forms[0].submit());\n"
        let script = "\nvar oAuthInfo = \(object);\n" + (sendsItself ? sending : "")
        let html = """
            <!DOCTYPE html>
            <html lang="en"\(theme == .system ? "" : " data-theme=\"\(theme.rawValue)\"")>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(MarkupText.escaped(title))</title>
            <script>\(script)</script>
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            <main>
            \(body)
            </main>
            </body>
            </html>

            """
        let policy = [
            "default-src 'none'", "script-src \(Self.source(of: script))", "style-src \(PageStyle.source)",
            sources.map { "form-action \($0.joined(separator: " "))" }, "base-uri 'none'", "frame-ancestors 'none'",
        ].compactMap { $0 }
        var reply = PortalReply(body: .page(status: status, html: html))
        reply.headers =
            Self.headers + [
                ("Content-Security-Policy", policy.joined(separator: "; ")), ("X-Frame-Options", "DENY"),
                ("X-Content-Type-Options", "nosniff"),
            ]
        reply.isPrivate = true
        return reply
    }

    /// What a policy calls a text that stands in the page itself (Content Security Policy Level 3 §2.3.1, hash-source).
    package static func source(of text: String) -> String {
        // 32 bytes leave one place to be padded.
        "'sha256-\(Base64URL.encode(Digest.sha256(Array(text.utf8))))='"
    }
}
