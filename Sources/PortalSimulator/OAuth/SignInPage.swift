internal import HTTPSemantics
internal import JSONValues

/// The page on which a person signs in: plain, readable on a phone and by a screen reader, and without a script that anything needs.
///
/// Scripted clients read its first line with braces, which must hold exactly one JSON object: ArcGIS API for Python searches each line
/// for `{…}` and parses what it finds (`gis/_impl/_con/_token.py`).
struct SignInPage {
    private let authorization: AuthorizationRequest
    private let oauthState: String
    private let username: String
    private var message: String?
    /// Where the form goes.
    private let action: String
    /// The identity providers that it offers.
    var choices: [Choice] = []
    /// Whether it has a form for a user name and a password.
    var hasForm = true
    /// Whether no policy can name where its form leads in the end.
    var leadsAnywhere = false

    /// An identity provider at which a user may sign in instead.
    struct Choice {
        let name: String
        let title: String
        /// Where the browser begins to sign in there.
        let address: String
    }

    init(_ authorization: AuthorizationRequest, oauthState: String, username: String, action: String) {
        self.authorization = authorization
        self.oauthState = oauthState
        self.username = username
        self.action = action
    }

    /// The same page with a message above the form.
    func saying(_ message: String) -> SignInPage {
        var page = self
        page.message = message
        return page
    }

    func reply(_ request: EndpointRequest) -> PortalReply {
        var members: [String: JSONValue] = [
            "oauth_state": .string(oauthState), "client_id": .string(authorization.client),
            "messages": .array(message.map { [.string($0)] } ?? []),
        ]
        if !choices.isEmpty {
            members["federationInfo"] = .array(
                choices.map { ["idpName": .string($0.title), "idpId": .string($0.name)] })
        }
        let object = JSONValue.object(members)
        let page = PrivatePage(title: "Sign In", data: object, theme: authorization.theme, body: body)
        // Out of band the portal itself shows what comes out.
        let way = authorization.redirect.formSource ?? request.site.addresses.portal.description
        return page.reply(formTo: leadsAnywhere ? nil : ["'self'", way])
    }

    private var body: String {
        let alert =
            message.map { "<p id=\"message\" class=\"alert\" role=\"alert\">\(MarkupText.escaped($0))</p>\n" } ?? ""
        let describedBy = message == nil ? "" : " aria-describedby=\"message\" aria-invalid=\"true\""
        // Where the user name is known, the password is focused.
        let (focusName, focusPassword) = username.isEmpty ? (" autofocus", "") : ("", " autofocus")
        let cancel =
            authorization.hidesCancel
            ? ""
            : "<button type=\"submit\" name=\"cancel\" value=\"true\" class=\"quiet\" formnovalidate>Cancel</button>\n"
        let links =
            choices.isEmpty
            ? ""
            : "\n<h2>Sign in with</h2>\n<ul class=\"choices\">\n"
                + choices.map {
                    "<li><a href=\"\(MarkupText.escaped($0.address))\">\(MarkupText.escaped($0.title))</a></li>\n"
                }.joined() + "</ul>"
        guard hasForm else {
            return """
                <h1>Sign in</h1>
                <p><strong>\(MarkupText.escaped(authorization.title))</strong> wants to use your account.</p>
                \(alert)\(links)
                <form method="post" action="\(MarkupText.escaped(action))">
                <input type="hidden" name="oauth_state" value="\(MarkupText.escaped(oauthState))">
                <div class="buttons">
                \(cancel)</div>
                </form>
                """
        }
        return """
            <h1>Sign in</h1>
            <p><strong>\(MarkupText.escaped(authorization.title))</strong> wants to use your account.</p>
            \(alert)<form method="post" action="\(MarkupText.escaped(action))">
            <input type="hidden" name="oauth_state" value="\(MarkupText.escaped(oauthState))">
            <label for="user_username">User name</label>
            <input id="user_username" name="username" value="\(MarkupText.escaped(username))" autocomplete="username" autocapitalize="none" spellcheck="false" required\(focusName)\(describedBy)>
            <label for="user_password">Password</label>
            <input id="user_password" name="password" type="password" autocomplete="current-password" required\(focusPassword)\(describedBy)>
            <div class="buttons">
            <button type="submit" id="signIn" name="authorize" value="true">Sign in</button>
            \(cancel)</div>
            </form>\(links)
            """
    }
}
