internal import HTTPSemantics
internal import JSONValues

/// A page after the password: another one, the code of an authenticator app, or the consent to an application.
struct SignInStepPage {
    let step: SignInStep
    let authorization: AuthorizationRequest
    let oauthState: String
    /// Where the form goes.
    let action: String
    var message: String?
    /// Whether no policy can name where the form leads in the end.
    var leadsAnywhere = false

    func reply(_ request: EndpointRequest) -> PortalReply {
        let data: JSONValue = [
            "oauth_state": .string(oauthState), "client_id": .string(authorization.client),
            "step": .string(word), "messages": .array(message.map { [.string($0)] } ?? []),
        ]
        let page = PrivatePage(title: title, data: data, theme: authorization.theme, body: body)
        let way = authorization.redirect.formSource ?? request.site.addresses.portal.description
        return page.reply(formTo: leadsAnywhere ? nil : ["'self'", way])
    }

    private var word: String {
        switch step {
        case .password: "password"
        case .code: "code"
        case .consent: "consent"
        }
    }

    private var title: String {
        switch step {
        case .password: "Change password"
        case .code: "Enter code"
        case .consent: "Allow access"
        }
    }

    private var body: String {
        let alert =
            message.map { "<p id=\"message\" class=\"alert\" role=\"alert\">\(MarkupText.escaped($0))</p>\n" } ?? ""
        let describedBy = message == nil ? "" : " aria-describedby=\"message\" aria-invalid=\"true\""
        let cancel =
            authorization.hidesCancel
            ? ""
            : "<button type=\"submit\" name=\"cancel\" value=\"true\" class=\"quiet\" formnovalidate>Cancel</button>\n"
        let fields: String
        let button: String
        switch step {
        case .password:
            button = "<button type=\"submit\" name=\"change\" value=\"true\">Change password</button>"
            fields = """
                <p>Your password must be changed before you go on.</p>
                \(alert)<form method="post" action="\(MarkupText.escaped(action))">
                <label for="new_password">New password</label>
                <input id="new_password" name="new_password" type="password" autocomplete="new-password" required autofocus\(describedBy)>
                <label for="confirm_password">New password again</label>
                <input id="confirm_password" name="confirm_password" type="password" autocomplete="new-password" required>
                """
        case .code:
            button = "<button type=\"submit\" name=\"verify\" value=\"true\">Verify</button>"
            fields = """
                <p>Enter the code that your authenticator app shows.</p>
                \(alert)<form method="post" action="\(MarkupText.escaped(action))">
                <label for="mfa_code">Code</label>
                <input id="mfa_code" name="mfa_code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required autofocus\(describedBy)>
                """
        case .consent:
            button = "<button type=\"submit\" name=\"consent\" value=\"true\" autofocus>Allow</button>"
            fields = """
                <p><strong>\(MarkupText.escaped(authorization.title))</strong> wants to use your account.</p>
                \(alert)<form method="post" action="\(MarkupText.escaped(action))">
                """
        }
        return """
            <h1>\(title)</h1>
            \(fields)
            <input type="hidden" name="oauth_state" value="\(MarkupText.escaped(oauthState))">
            <div class="buttons">
            \(button)
            \(cancel)</div>
            </form>
            """
    }
}
