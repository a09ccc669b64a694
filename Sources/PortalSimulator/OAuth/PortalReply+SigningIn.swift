internal import JSONValues

/// Answers on the way of a sign-in, which no cache keeps and which tell no page where the browser came from.
extension PortalReply {
    /// A redirect.
    static func redirect(to address: String) -> PortalReply {
        var reply = PortalReply(body: .redirect(status: 302, location: address))
        reply.headers = PrivatePage.headers
        reply.isPrivate = true
        return reply
    }

    /// The page at the end of a sign-out that leads nowhere else.
    static var signedOut: PortalReply {
        let body = "<h1>Signed out</h1>\n<p>You can close this page.</p>"
        return PrivatePage(title: "Signed out", data: ["messages": []], body: body).reply()
    }
}
