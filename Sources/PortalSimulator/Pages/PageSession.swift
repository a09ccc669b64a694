internal import HTTPSemantics
internal import JSONValues
internal import Platform
internal import PortalJudge

/// Who is signed in at the pages of the portal or of a server: a token in a cookie, which the pages' own forms set and take away.
struct PageSession {
    private let request: EndpointRequest
    private let onServer: Bool

    init(_ request: EndpointRequest, onServer: Bool) {
        self.request = request
        self.onServer = onServer
    }

    /// ArcGIS Server's pages keep their token in `agstoken`; a portal's home application keeps its own in `esri_auth`
    /// (Esri/arcgis-js-api `identity/IdentityManager.js` reads and deletes it).
    private var cookie: String { onServer ? "agstoken" : "esri_auth" }

    private var context: String {
        let addresses = request.site.addresses
        return onServer ? addresses.serverContexts[request.listener.name] ?? addresses.serverContext : addresses.context
    }

    /// Where the form is that signs in.
    var signInPath: String { context + (onServer ? "/rest/login" : "/home/signin.html") }
    private var signOutPath: String { context + (onServer ? "/rest/logout" : "/home/signout.html") }
    private var startPath: String { context + (onServer ? "/rest/services" : "/home/") }

    /// Who is signed in, with the way in or out; it leads back to a page.
    func bar(back: String) -> String {
        let query = "?redirect=" + PercentEncoding.encode(back)
        if request.viewer == .anonymous {
            return "<p>\(SitePage.Link("Sign in", signInPath + query).html)</p>"
        }
        return """
            <form class="small" method="post" action="\(MarkupText.escaped(signOutPath + query))">
            <span>Signed in as <strong>\(MarkupText.escaped("\(request.viewer)"))</strong></span>
            <button type="submit" class="quiet">Sign out</button>
            </form>
            """
    }

    /// The page with the form, or what comes of sending it.
    func signIn() -> PortalReply {
        guard request.method == "POST" else { return page(nil) }
        if request.isFromElsewhere { return foreign }
        if request.query["username"] != nil || request.query["password"] != nil {
            return page("User name and password do not belong into an address. Change the password.").refused(
                "form", "credentials came in the query", cause: .secretInQuery)
        }
        guard request.isSecure || request.blueprint.tokens.plainHTTP else {
            return page("Signing in works over HTTPS only.").refused(
                "https", "signing in works over HTTPS only", cause: .plainHTTP)
        }
        let username = request.form["username"] ?? "", password = request.form["password"] ?? ""
        guard !username.isEmpty, !password.isEmpty else {
            return page("Enter a user name and a password.").refused(
                "password", "user name or password is missing", cause: .passwordMissing)
        }
        let refusesAll = request.blueprint.tokens.generate == .refuses
        let verdict = request.site.state.withLock {
            $0.judge(
                username: username, password: password, at: request.time, ignoringCase: true, refusesAll: refusesAll)
        }
        switch verdict {
        case .right(let user): return welcome(user).passed("password", verdict.reason)
        case .wrong:
            return page("Invalid username or password.").refused(
                "password", verdict.reason, cause: refusesAll ? nil : .passwordWrong)
        case .locked:
            return page(PasswordVerdict.lockedMessage).refused("password", verdict.reason, cause: .accountLocked)
        }
    }

    /// Ends the token of the cookie and takes the cookie away.
    func signOut() -> PortalReply {
        if request.isFromElsewhere { return foreign }
        let text = token
        let alias = text.flatMap { text in
            request.site.state.withLock { state -> String? in
                guard let token = state.tokens[text] else { return nil }
                state.tokens.end(text: text, as: .revoked)
                return token.alias
            }
        }
        return going(cookie: "\(cookie)=; Max-Age=0; \(attributes)").passed(
            "session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
    }

    private func welcome(_ user: String) -> PortalReply {
        let rules = request.blueprint.tokens
        let expires = request.time.later(by: min(rules.lifetime, rules.maximum))
        let scope: Token.Scope = onServer ? .server(request.revision.serverName(at: request.listener.name)) : .portal
        let issued = request.site.state.withLock { state in
            let issued = state.tokens.issue(
                to: .user(user), scope: scope, binding: .none, expires: expires, issuer: request.listener.origin,
                characters: rules.characters)
            state.note(issued.gone, for: issued.alias, limit: state.limits.tokens)
            return issued
        }
        var value = issued.text
        if !onServer {
            let object: JSONValue = [
                "token": .string(issued.text), "email": .string(user), "expires": .integer(expires), "ssl": true,
                "persistent": false, "portalApp": true,
            ]
            value = object.text()
        }
        var reply = going(cookie: "\(cookie)=\(PercentEncoding.encode(value)); \(attributes)")
        reply.notes.issued = issued.alias
        return reply
    }

    /// The attributes of the cookie (RFC 6265 §4.1). No script of ours reads either, so neither is shown to any.
    private var attributes: String { "Path=\(onServer ? context + "/rest" : "/"); Secure; HttpOnly; SameSite=Lax" }

    /// The text of the token that the cookie holds.
    private var token: String? {
        CookieHeader.value(of: cookie, in: request.cookie).map { PresentedTokens.token(inCookie: $0) }
    }

    /// Where it goes on: a path of this site that the request names, else the start. Anything that a browser could take for another
    /// site's address is none (WHATWG URL Standard, "relative slash state"; tabs and line breaks are dropped there).
    private var redirect: String {
        guard let path = request["redirect"], path.utf8.count <= 2048, path.utf8.first == UInt8(ascii: "/"),
            path.utf8.dropFirst().first != UInt8(ascii: "/"),
            path.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) && $0 != "\\" })
        else { return startPath }
        return path
    }

    private func going(cookie: String) -> PortalReply {
        var reply = PortalReply(body: .redirect(status: 302, location: redirect))
        reply.headers = [("Set-Cookie", cookie), ("Cache-Control", "no-store"), ("Referrer-Policy", "same-origin")]
        reply.isPrivate = true
        return reply
    }

    private var foreign: PortalReply {
        page(
            "The form was not sent by a page of this site. Open \(request.listener.origin) and try again.", status: 403
        )
        .refused("origin", "the form was sent by a page of another origin")
    }

    private func page(_ message: String?, status: Int = 200) -> PortalReply {
        let alert = message.map {
            "<p class=\"alert\" role=\"alert\" id=\"message\">\(MarkupText.escaped($0))</p>\n"
        }
        let form = OperationForm(title: "Sign in", method: .post, fields: OperationField.credentials)
        let body = (alert ?? "") + form.html(action: signInPath, of: request, hidden: [("redirect", redirect)])
        let title = onServer ? "ArcGIS REST Framework Login" : "Sign in"
        var reply = SitePage(
            site: onServer ? "ArcGIS REST Services Directory" : "A fake portal", title: title,
            crumbs: [SitePage.Link(onServer ? "services" : "Home", startPath), SitePage.Link("Sign in")], session: "",
            body: body
        ).reply(status: status)
        reply.headers.append(("Cache-Control", "no-store"))
        reply.isPrivate = true
        return reply
    }
}
