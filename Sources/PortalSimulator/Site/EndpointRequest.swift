internal import HTTPSemantics

/// One request on its way through a route, with everything that an endpoint may look at.
struct EndpointRequest: Sendable {
    let site: PortalSite
    /// The portal as it is at this moment.
    let revision: BlueprintRevision
    let method: String
    /// Path segments that the route left open, decoded.
    let captures: [String]
    let query: FormParameters
    let body: RequestForm
    let format: ResponseFormat
    let viewer: Viewer
    /// Whether the client came over HTTPS.
    let isSecure: Bool
    let listener: ListenerFacts
    let peerAddress: String
    let referer: String?
    /// The header `Cookie`, whatever it holds.
    let cookie: String?
    let time: Int64

    /// The parameters of the body.
    var form: FormParameters { body.parameters }
    var content: PortalContent { site.content }
    var blueprint: Blueprint { revision.blueprint }
    /// The server that was asked.
    var server: Blueprint.Server { blueprint.server(at: listener.name) }
    /// Its URL.
    var serverURL: String { site.addresses.serverURL(at: listener.name) }

    /// The id of the organization whose URL the portal's URL is; nil where the documents cannot be read.
    var ownOrganization: String? { try? content.organizations().own.id }

    /// A parameter of the form body, else of the query.
    subscript(name: String) -> String? { form[name] ?? query[name] }

    /// The viewer as the world knows them; nil for a stranger.
    func user() throws(BlueprintError) -> PortalContent.User? {
        guard let name = viewer.name else { return nil }
        return try content.users().named(name)
    }
}
