/// `rest/login` and `rest/logout` of a server, `home/signin.html` and `home/signout.html` of the portal.
enum SessionEndpoint {
    static func serverLogin(_ request: EndpointRequest) -> PortalReply { PageSession(request, onServer: true).signIn() }
    static func serverLogout(_ request: EndpointRequest) -> PortalReply {
        PageSession(request, onServer: true).signOut()
    }
    static func portalSignIn(_ request: EndpointRequest) -> PortalReply {
        PageSession(request, onServer: false).signIn()
    }

    /// Only a form signs out, so that no link elsewhere does.
    static func portalSignOut(_ request: EndpointRequest) -> PortalReply {
        guard request.method == "POST" else {
            return PortalReply(body: .redirect(status: 302, location: request.site.map.context + "/home/"))
        }
        return PageSession(request, onServer: false).signOut()
    }
}
