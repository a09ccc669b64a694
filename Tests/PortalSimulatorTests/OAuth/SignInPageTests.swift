import JSONValues
import Testing

@testable import PortalSimulator

/// The page on which people sign in, and what becomes of its form.
@Suite struct `The sign-in page` {
    @Test func `tells scripted clients what they look for, in one line`() throws {
        let page = try OAuthProbe().authorize()
        let lines = page.text.split(separator: "\n").filter { $0.contains("{") }
        let first = try #require(lines.first)
        #expect(first.hasPrefix("var oAuthInfo = {") && first.hasSuffix("};"))
        let object = OAuthProbe.information(page)
        #expect(object.object?.keys.sorted() == ["client_id", "messages", "oauth_state"])
        #expect(object["messages"] == [])
    }

    @Test func `is kept private: no cache, no frame, no referrer, nothing from elsewhere`() throws {
        let page = try OAuthProbe().authorize(headers: [("Origin", "https://evil.test")])
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("X-Frame-Options") == "DENY")
        #expect(page.header("Access-Control-Allow-Origin") == nil)
        let policy = try #require(page.header("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
        #expect(policy.contains("; form-action 'self' https://app.test; base-uri 'none'; frame-ancestors 'none'"))
        #expect(!page.text.contains("http://") && !page.text.contains(" src=") && !page.text.contains("@import"))
        #expect(page.text.contains("<html lang=\"en\">"))
    }

    @Test(arguments: [
        ("my-ags-app://auth", "my-ags-app:"), ("http://127.0.0.1:49152/callback", "http://127.0.0.1:49152"),
    ])
    func `may be redirected only to where the application is`(uri: String, source: String) throws {
        let page = try OAuthProbe().authorize([("redirect_uri", uri)])
        #expect(page.header("Content-Security-Policy")?.contains("form-action 'self' \(source);") == true)
    }

    @Test func `echoes nothing unescaped`() throws {
        let hostile = #""><script>alert('1')</script>&amp;"#
        let oauth = try OAuthProbe(
            "oauth", ["oauth": ["applications": ["mockportal-app": ["title": .string(hostile)]]]])
        let page = oauth.authorize([("prepopulatedusername", hostile), ("state", hostile), ("locale", hostile)])
        let wrong = oauth.signIn(page, as: hostile, password: "x")
        for text in [page.text, wrong.text] {
            #expect(!text.contains("<script>alert"))
            #expect(text.components(of: "<script>") == 1)
            #expect(text.contains("&lt;script&gt;alert(&#39;1&#39;)"))
        }
    }

    @Test func `says what was wrong, and lets the person try again`() throws {
        let oauth = try OAuthProbe()
        let page = oauth.authorize()
        let wrong = oauth.signIn(page, password: "wrong")
        #expect(wrong.status == 200)
        #expect(wrong.text.contains("Invalid username or password. (OAUTH_0015)"))
        #expect(wrong.text.contains("role=\"alert\""))
        #expect(OAuthProbe.information(wrong)["messages"] == ["Invalid username or password. (OAUTH_0015)"])
        #expect(wrong.header("Set-Cookie") == nil)
        #expect(
            oauth.signIn(wrong, as: "ALICE", password: oauth.probe.password(of: "alice")).status == 302, "no case here")
    }

    @Test func `locks out after too many wrong passwords, and unlocks in portal time`() throws {
        var oauth = try OAuthProbe("oauth", ["lockout": ["attempts": 2, "duration": "15m"]])
        let page = oauth.authorize()
        _ = oauth.signIn(page, password: "wrong")
        _ = oauth.signIn(page, password: "wrong")
        let locked = oauth.signIn(page)
        #expect(locked.text.contains("Too many invalid attempts. Please try again later."))
        oauth.probe.time += 15 * 60_000
        #expect(oauth.signIn(page).status == 302)
    }

    @Test func `signs in once, and is too old after an hour`() throws {
        var oauth = try OAuthProbe()
        let page = oauth.authorize()
        #expect(oauth.signIn(page).status == 302)
        let again = oauth.signIn(page)
        #expect(again.status == 200 && again.text.contains("used before or is too old"))
        let late = oauth.authorize()
        oauth.probe.time += 3600_000
        #expect(oauth.signIn(late).text.contains("used before or is too old"))
        let forged = oauth.probe.send(
            "POST", "/portal/sharing/rest/oauth2/signin",
            form: "oauth_state=guess&username=alice&password=\(oauth.probe.password(of: "alice"))")
        #expect(forged.header("Location") == nil)
    }

    @Test func `is cancelled with access_denied, in the fragment where a token was asked for`() throws {
        for (type, mark) in [("code", "?"), ("token", "#")] {
            let oauth = try OAuthProbe()
            let page = oauth.authorize([("response_type", type)])
            let location = oauth.signIn(page, password: "", [("cancel", "true")]).header("Location") ?? ""
            #expect(
                location.hasPrefix(
                    "https://app.test/auth\(mark)error=access_denied&error_description=The%20user%20has%20denied"))
            #expect(OAuthProbe.parameter("state", of: location) == "S 1")
            #expect(oauth.signIn(page).header("Location") == nil, "it is over")
        }
        #expect(try OAuthProbe().authorize([("hideCancel", "true")]).text.contains("cancel") == false)
    }

    @Test func `takes no password from a URL, and no GET`() throws {
        let oauth = try OAuthProbe()
        let state = OAuthProbe.information(oauth.authorize())["oauth_state"]?.string ?? ""
        let path = "/portal/sharing/rest/oauth2/signin?f=json&oauth_state=\(state)"
        #expect(oauth.probe.send("GET", path).error?["code"]?.integer == 405)
        let inURL = oauth.probe.send("POST", "\(path)&password=x", form: "oauth_state=\(state)")
        #expect(inURL.refusal == "invalid_request: POST request should not contain password in the query string")
    }

    @Test func `shows the code to a person where there is no way back`() throws {
        let oauth = try OAuthProbe()
        let page = oauth.authorize([("redirect_uri", RegisteredRedirect.outOfBand)])
        let location = try #require(oauth.signIn(page).header("Location"))
        #expect(location.hasPrefix("https://localhost:8443/portal/sharing/rest/oauth2/approval?code="))
        let code = OAuthProbe.parameter("code", of: location) ?? ""
        let approval = oauth.probe.send("GET", String(location.dropFirst("https://localhost:8443".count)))
        #expect(approval.text.contains("<title>SUCCESS code=\(code)</title>"))
        #expect(approval.text.contains("<input id=\"code\" value=\"\(code)\""))
        #expect(OAuthProbe.information(approval)["code"]?.string == code)
        #expect(oauth.redeem(code, [("redirect_uri", RegisteredRedirect.outOfBand)]).json["username"] == "alice")
        let hostile = oauth.probe.send(
            "GET", "/portal/sharing/rest/oauth2/approval?code=%3Cscript%3Ealert(1)%3C/script%3E")
        #expect(hostile.text.contains("Invalid code") && !hostile.text.contains("<script>alert"))
        let denied = oauth.signIn(oauth.authorize([("redirect_uri", RegisteredRedirect.outOfBand)]), [("cancel", "1")])
        #expect(denied.header("Location")?.contains("/oauth2/approval?error=access_denied") == true)
        let token = oauth.probe.send("GET", "/portal/sharing/rest/oauth2/approval")
        #expect(token.text.contains("<title>Signed in</title>"))
        let told = oauth.probe.send("GET", "/portal/sharing/rest/oauth2/approval?error=%3Cb%3E")
        #expect(told.text.contains("<title>Denied error=server_error</title>") && !told.text.contains("<b>"))
    }

    @Test func `is not shown to whom the web tier has authenticated`() throws {
        let oauth = try OAuthProbe("oauth", ["front": [:]])
        let silent = oauth.authorize(headers: [("X-Remote-User", "alice")])
        #expect(
            OAuthProbe.parameter("code", of: silent.header("Location") ?? "").map { oauth.redeem($0).json["username"] }
                == "alice")
    }

    @Test func `is not shown to a browser that is known, until it signs out`() throws {
        let oauth = try OAuthProbe()
        let set = try #require(oauth.signIn(oauth.authorize()).header("Set-Cookie"))
        #expect(set.hasSuffix("; Path=/portal/sharing; Secure; HttpOnly; SameSite=Lax"))
        let cookie = [("Cookie", "x=1; \(set.prefix { $0 != ";" })")]
        let silent = oauth.authorize(headers: cookie)
        #expect(silent.status == 302 && silent.answer.notes.issued == "code#2")
        #expect(oauth.authorize([("force_login", "true")], headers: cookie).status == 200)
        #expect(oauth.authorize(headers: [("Cookie", "portal_session=guess")]).status == 200)
        let out = "/portal/sharing/rest/oauth2/signout?client_id=mockportal-app&redirect_uri="
        let evil = oauth.probe.send("GET", out + "https%3A%2F%2Fevil.test%2F")
        #expect(evil.header("Location") == nil && evil.text.contains("Invalid redirect_uri"))
        let again = oauth.signIn(oauth.authorize()).header("Set-Cookie")?.prefix { $0 != ";" } ?? ""
        let done = oauth.probe.send(
            "GET", out + "https%3A%2F%2Fapp.test%2Fauth", headers: [("Cookie", String(again))])
        #expect(done.header("Location") == "https://app.test/auth")
        #expect(done.header("Set-Cookie")?.contains("Max-Age=0") == true)
        #expect(oauth.authorize(headers: [("Cookie", String(again))]).status == 200)
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(of text: String) -> Int {
        var count = 0
        var rest = self[...]
        while !rest.isEmpty {
            if rest.hasPrefix(text) { count += 1 }
            rest = rest.dropFirst()
        }
        return count
    }
}
