internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// `oauth2/approval`: shows the code to a person who has no browser that could hand it over.
///
/// Scripted clients read it from the title, and ArcGIS API for Python wants an object in a script as well (`gis/_impl/_con/_token.py`).
enum ApprovalEndpoint {
    static func approval(_ request: EndpointRequest) -> PortalReply {
        if let error = request.query["error"] {
            // Nothing but known words is shown: anybody may link to this page.
            let isDenied = error == "access_denied"
            let message = isDenied ? SignInPageHandler.denial : "Signing in did not work"
            let data: JSONValue = ["error": .string(isDenied ? error : "server_error"), "messages": [.string(message)]]
            let page = PrivatePage(
                title: "Denied error=\(isDenied ? error : "server_error")", data: data,
                body: """
                    <h1>Not signed in</h1>
                    <p class="alert" role="alert">\(message).</p>
                    <p>You can close this page.</p>
                    """)
            return page.reply()
        }
        guard let code = request.query["code"] else {
            // A token stands behind the "#", which no server sees.
            let body = "<h1>Signed in</h1>\n<p>You can close this page.</p>"
            return PrivatePage(title: "Signed in", data: ["messages": []], body: body).reply()
        }
        let known = request.site.state.withLock { $0.oauth.codes[code] }
        guard let known, known.redirect?.isOutOfBand == true, !known.isUsed, request.time < known.expires else {
            return PrivatePage.problem("invalid_request", "Invalid code", request)
        }
        let escaped = MarkupText.escaped(code)
        let page = PrivatePage(
            title: "SUCCESS code=\(code)", data: ["code": .string(code), "messages": []],
            body: """
                <h1>Signed in</h1>
                <p>Copy this code and paste it in the app.</p>
                <label for="code">Code</label>
                <input id="code" value="\(escaped)" readonly autofocus>
                """)
        return page.reply().passed("oauth", "\(known.alias) is shown")
    }
}
