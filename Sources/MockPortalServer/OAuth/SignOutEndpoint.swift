internal import JSONValues

/// `oauth2/signout`: the browser is asked again from then on; tokens live on.
enum SignOutEndpoint {
    static func signOut(_ call: Call) -> PortalReply {
        let (alias, cookie) = SessionCookie.portal.end(call)
        var reply: PortalReply
        if let uri = call["redirect_uri"], !uri.isEmpty {
            let application = call["client_id"].flatMap { call.edition.applications[$0] }
            // Anything else would make the portal send browsers wherever a link wants.
            guard let application, let redirect = RegisteredRedirect(uri), !redirect.isOutOfBand,
                application.redirects.contains(where: { $0.admits(uri) })
            else {
                let problem = application == nil ? "Invalid client_id" : "Invalid redirect_uri"
                reply = PrivatePage.problem("invalid_request", problem, call)
                reply.headers.append(("Set-Cookie", cookie))
                return reply
            }
            reply = PortalReply(body: .redirect(status: 302, location: uri))
            reply.headers = PrivatePage.headers
            reply.isPrivate = true
        } else {
            reply = PrivatePage(
                title: "Signed out", data: ["messages": []],
                body: "<h1>Signed out</h1>\n<p>You can close this page.</p>"
            ).reply()
        }
        reply.headers.append(("Set-Cookie", cookie))
        return reply.passed("session", alias.map { "\($0) is over" } ?? "the browser was not signed in")
    }
}
