internal import HTTPSemantics
internal import TLSIdentity

/// What the browser shows when it has come back: a page of its own, without anything from outside and without scripts.
enum CallbackPage: Sendable, Equatable {
    case signedIn
    case cancelled
    /// The portal's words for what went wrong.
    case failed(String)

    /// Chooses the page for what the portal has answered.
    init(_ answer: AuthorizationCallback) {
        switch answer["error"] {
        case nil: self = .signedIn
        case "access_denied": self = .cancelled
        case let error?: self = .failed(answer["error_description"] ?? error)
        }
    }

    /// The whole answer, head and body.
    ///
    /// The address of the page holds the code, so no address of this page goes anywhere (Referrer Policy §3.1) and nothing keeps it.
    func response(application: String) -> [UInt8] {
        Self.response(status: 200, Self.html(title, paragraphs(application)))
    }

    /// The answer to a stranger.
    static func refusal(status: Int) -> [UInt8] {
        response(
            status: status,
            html(
                reasons[status] ?? "Error",
                ["This address belongs to a sign-in on this machine, and this request does not."]))
    }

    private var title: String {
        switch self {
        case .signedIn: "You are signed in"
        case .cancelled: "Sign-in was cancelled"
        case .failed: "Sign-in did not work"
        }
    }

    private func paragraphs(_ application: String) -> [String] {
        let back = "You can close this window and go back to \(application)."
        return if case .failed(let why) = self { ["The portal says: \(why.prefix(300))", back] } else { [back] }
    }

    private static let reasons = [
        200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
        431: "Request Header Fields Too Large",
    ]

    private static func response(status: Int, _ html: String) -> [UInt8] {
        let head = [
            "HTTP/1.1 \(status) \(reasons[status] ?? "Error")",
            "Content-Type: text/html; charset=utf-8", "Content-Length: \(html.utf8.count)", "Connection: close",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; style-src \(styleSource); base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'",
        ]
        let more = status == 405 ? ["Allow: GET"] : []
        return Array(((head + more).joined(separator: "\r\n") + "\r\n\r\n" + html).utf8)
    }

    private static let style =
        ":root { color-scheme: light dark } body { font: 1.1rem/1.5 sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }"

    /// The digest of the style sheet (Content Security Policy Level 3 §2.3.1, hash-source).
    private static let styleSource = "'sha256-\(Base64.encode(Digest.sha256(style.utf8)))'"

    private static func html(_ title: String, _ paragraphs: [String]) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(MarkupText.escaped(title))</title>
        <style>\(style)</style>
        </head>
        <body>
        <main>
        <h1>\(MarkupText.escaped(title))</h1>
        \(paragraphs.map { "<p>\(MarkupText.escaped($0))</p>" }.joined(separator: "\n"))
        </main>
        </body>
        </html>

        """
    }
}
