internal import FixtureFiles
internal import HTTPSemantics

/// The page that shows what happens at a portal: one document without anything of this run in it, so that it is the same for all.
///
/// It loads nothing but the control API beside it, runs no script but its own (Content Security Policy Level 3), turns no text into
/// markup (Trusted Types), and cannot be framed.
enum LivePage {
    /// The whole document, made once; throws where a part of it is missing in the product.
    static func bytes() throws(FixtureError) -> [UInt8] { try document.get().bytes }

    /// The header fields that it is sent with; throws where a part of it is missing in the product.
    static func headers() throws(FixtureError) -> [HeaderField] {
        [
            HeaderField("Content-Security-Policy", try document.get().policy),
            HeaderField("Referrer-Policy", "no-referrer"), HeaderField("X-Frame-Options", "DENY"),
            HeaderField("Cross-Origin-Resource-Policy", "same-origin"),
            HeaderField("Cross-Origin-Opener-Policy", "same-origin"), HeaderField("Vary", "Accept"),
        ]
    }

    private struct Document {
        let bytes: [UInt8]
        let policy: String
    }

    private static let document = Result { () throws(FixtureError) in try assemble() }

    /// Puts style sheet and script into the page in the places of two comments.
    private static func assemble() throws(FixtureError) -> Document {
        let style = try part("page.css"), script = try part("page.js")
        var page = try part("page.html")
        for (mark, element) in [
            ("<!-- style -->", "<style>\(style)</style>"), ("<!-- script -->", "<script>\(script)</script>"),
        ] {
            if let place = page.firstRange(of: mark) { page.replaceSubrange(place, with: element) }
        }
        let policy = [
            "default-src 'none'", "style-src \(PrivatePage.source(of: style))",
            "script-src \(PrivatePage.source(of: script))", "connect-src 'self'", "base-uri 'none'",
            "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
        return Document(bytes: Array(page.utf8), policy: policy.joined(separator: "; "))
    }

    private static func part(_ name: String) throws(FixtureError) -> String {
        String(decoding: try FixtureTree.embedded.bytes(at: "Fixtures/watch/\(name)"), as: UTF8.self)
    }
}
