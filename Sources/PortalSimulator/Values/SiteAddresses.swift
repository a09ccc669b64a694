package import HTTPSemantics

/// Where the parts of one portal are reached, known once its listeners are bound.
package struct SiteAddresses: Sendable, Equatable {
    /// The origin of the portal's main listener as clients see it, as `https://localhost:49152`; a public URL replaces it.
    package var portal: Origin
    /// The origin of the plain listener beside it; nil where there is none.
    package var http: Origin?
    /// The origins of the blueprint's further hosts by name.
    package var hosts: [String: Origin]
    /// Path under which the portal lives, as `/portal`; empty for the root.
    package var context: String
    /// Path under which the ArcGIS-Server-like services live, as `/server`.
    package var serverContext: String
    /// The same of hosts that are servers of their own, by their names.
    package var serverContexts: [String: String]

    /// Joins the origins with the two context paths.
    package init(
        portal: Origin, http: Origin? = nil, hosts: [String: Origin] = [:], context: String = "/portal",
        serverContext: String = "/server", serverContexts: [String: String] = [:]
    ) {
        self.portal = portal
        self.http = http
        self.hosts = hosts
        self.context = context
        self.serverContext = serverContext
        self.serverContexts = serverContexts
    }

    /// The origin of a listener by its name; nil where there is none.
    package func origin(ofListener name: String) -> Origin? {
        switch name {
        case "portal": portal
        case "http": http
        default: hosts[name]
        }
    }

    /// The portal's own URL, as `https://localhost:49152/portal`.
    package var portalURL: String { portal.description + context }
    /// The server's own URL, as `https://localhost:49152/server`.
    package var serverURL: String { portal.description + serverContext }
    /// The URL of the server at a listener.
    package func serverURL(at listener: String) -> String {
        guard let context = serverContexts[listener], let origin = hosts[listener] else { return serverURL }
        return origin.description + context
    }
    /// The portal's URL on the plain listener; nil where there is none.
    package var httpURL: String? { http.map { $0.description + context } }
    /// The URL of the portal, or of the server, at a further host; nil where the blueprint has no such host.
    package func url(ofHost name: String) -> String? {
        hosts[name].map { $0.description + (serverContexts[name] ?? context) }
    }
}
