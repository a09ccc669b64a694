import JSONValues
import Testing

@testable import PortalSimulator

/// Which addresses browsers are sent back to.
@Suite struct `Redirect URIs` {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let registered: String
        let named: String
        let isAdmitted: Bool
        var testDescription: String { name }

        init(_ name: String, _ registered: String, _ named: String, _ isAdmitted: Bool) {
            self.name = name
            self.registered = registered
            self.named = named
            self.isAdmitted = isAdmitted
        }
    }

    private static let web = "https://app.test/auth"
    private static let rows = [
        Row("the same", web, web, true),
        Row("an extra query", web, "https://app.test/auth?page=1&x=%20", true),
        Row("an extra code", web, "https://app.test/auth?page=1&code=x", false),
        Row("an extra state", web, "https://app.test/auth?state=x", false),
        Row("an extra error without a value", web, "https://app.test/auth?error", false),
        Row("an extra access token, escaped", web, "https://app.test/auth?%61ccess_token=x", false),
        Row("an extra field that only begins so", web, "https://app.test/auth?codec=x&mystate=y", true),
        Row("a registered code", "https://app.test/a?code=1", "https://app.test/a?code=1&y=2", true),
        Row("a second code", "https://app.test/a?code=1", "https://app.test/a?code=1&code=2", false),
        Row("an extra code to an app's own scheme", "my-ags-app://auth", "my-ags-app://auth?code=1", false),
        Row("scheme and host in capitals", web, "HTTPS://APP.Test/auth", true),
        Row("the port of the scheme", web, "https://app.test:443/auth", true),
        Row("another port", web, "https://app.test:8443/auth", false),
        Row("a path that goes on", web, "https://app.test/auth/../evil", false),
        Row("a path that only begins so", web, "https://app.test/authentic", false),
        Row("a slash at the end", web, "https://app.test/auth/", false),
        Row("another case of the path", web, "https://app.test/AUTH", false),
        Row("an escaped path", web, "https://app.test/%61uth", false),
        Row("a host that only begins so", web, "https://app.test.evil.test/auth", false),
        Row("a dot behind the host", web, "https://app.test./auth", false),
        Row("a dot behind the host, with a port", web, "https://app.test.:443/auth", false),
        Row("a user before another host", web, "https://app.test@evil.test/auth", false),
        Row("a user before the right host", web, "https://user@app.test/auth", false),
        Row("a backslash", web, #"https://app.test\@evil.test/auth"#, false),
        Row("plain HTTP", web, "http://app.test/auth", false),
        Row("a fragment", web, "https://app.test/auth#x", false),
        Row("a blank at the end", web, "https://app.test/auth ", false),
        Row("a line feed", web, "https://app.test/auth\n", false),
        Row("a tab in the scheme", web, "https:\t//app.test/auth", false),
        Row("one slash less", web, "https:/app.test/auth", false),
        Row("no scheme", web, "//app.test/auth", false),
        Row("nothing", web, "", false),
        Row("no path is a slash", "https://app.test", "https://app.test/", true),
        Row("no path admits no other", "https://app.test", "https://app.test/anything", false),
        Row("a registered query stays", "https://app.test/a?x=1", "https://app.test/a?x=1&y=2", true),
        Row("a registered query that is missing", "https://app.test/a?x=1", "https://app.test/a", false),
        Row("a registered query that goes on", "https://app.test/a?x=1", "https://app.test/a?x=12", false),
        Row("loopback with a port", "http://127.0.0.1/callback", "http://127.0.0.1:49152/callback", true),
        Row("loopback with another path", "http://127.0.0.1/callback", "http://127.0.0.1:49152/other", false),
        Row("loopback by its other name", "http://127.0.0.1/callback", "http://localhost:49152/callback", false),
        Row("localhost with a port", "http://localhost/callback", "http://localhost:1/callback", true),
        Row("IPv6 loopback", "http://[::1]/callback", "http://[::1]:49152/callback", true),
        Row("what is no loopback keeps its port", "http://10.0.0.1/callback", "http://10.0.0.1:49152/callback", false),
        Row(
            "what only begins like loopback", "http://127.0.0.1/callback", "http://127.0.0.1.evil.test/callback", false),
        Row("https loopback keeps its port", "https://localhost/callback", "https://localhost:1/callback", false),
        Row("a scheme of the app's own", "my-ags-app://auth", "my-ags-app://auth", true),
        Row("in capitals", "my-ags-app://auth", "MY-AGS-APP://auth", true),
        Row("with a query", "my-ags-app://auth", "my-ags-app://auth?x=1", true),
        Row("with another host", "my-ags-app://auth", "my-ags-app://author", false),
        Row("a scheme that goes on", "my-ags-app://auth", "my-ags-apps://auth", false),
        Row("out of band", "urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob", true),
        Row("out of band that goes on", "urn:ietf:wg:oauth:2.0:oob", "urn:ietf:wg:oauth:2.0:oob:auto", false),
        Row("a script", web, "javascript:alert(1)", false),
        Row("a document", web, "data:text/html,<script>alert(1)</script>", false),
    ]

    @Test(arguments: rows) func `are compared in parts`(row: Row) throws {
        let registered = try #require(RegisteredRedirect(row.registered))
        #expect(registered.admits(row.named) == row.isAdmitted)
    }

    @Test(arguments: [
        "", "auth", "/auth", "//app.test/auth", "https://", "https:///auth", "https://app.test/a b",
        "https://app.test/a#b",
        "https://u@app.test/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "vbscript:x", "app:",
        "1app://auth", "https://app.test/é",
    ])
    func `that lead nowhere are not registered`(text: String) throws {
        #expect(throws: BlueprintError.self) {
            try SiteProbe("oauth", ["oauth": ["applications": ["x": ["redirectURIs": [.string(text)]]]]])
        }
    }
}
