import PortalAuthentication
import Testing

@Suite struct `HTTP URLs` {
    /// RFC 3986 §5.4, without the schemes that are not followed.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
        ("../../../g", "http://a/g"), ("g;x=1/../y", "http://a/b/c/y"), ("g#s", "http://a/b/c/g"),
        ("https://b/x", "https://b/x"),
    ])
    func `resolve references`(_ reference: String, _ expected: String) throws {
        let base = try HTTPURL("http://a/b/c/d;p?q")
        #expect(base.resolving(reference)?.description == expected)
    }

    @Test(arguments: ["file:///etc/passwd", "https://u:p@h.test/", "javascript:alert(1)", "ftp://h/", "https:///x"])
    func `do not resolve to other schemes or user information`(_ reference: String) throws {
        #expect(try HTTPURL("https://a/b").resolving(reference) == nil)
    }

    @Test func `encode what may not travel`() throws {
        #expect(
            try HTTPURL("https://h.test/a b/é?q=\u{e9} x").description == "https://h.test/a%20b/%C3%A9?q=%C3%A9%20x")
        #expect(try HTTPURL("https://h.test/a\r\nX: y").description == "https://h.test/a%0D%0AX:%20y")
    }
}
