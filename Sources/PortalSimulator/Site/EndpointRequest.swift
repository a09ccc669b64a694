internal import HTTPSemantics
internal import JSONValues

/// One request on its way through a route, with everything that an endpoint may look at.
struct EndpointRequest: Sendable {
    let site: PortalSite
    /// The portal as it is at this moment.
    let revision: BlueprintRevision
    /// The number of the content before anything of it was looked at.
    let edition: Int
    let method: String
    /// Path segments that the route left open, decoded.
    var captures: [String]
    let query: FormParameters
    let body: RequestForm
    let format: ResponseFormat
    let viewer: Viewer
    /// Whether the client came over HTTPS.
    let isSecure: Bool
    let listener: ListenerFacts
    /// The portal's origin as the client sees it.
    let portalOrigin: Origin
    let peerAddress: String
    /// The query as it was sent, over which a signature may be made (SAML bindings §3.4.4.1).
    let rawQuery: String
    let referer: String?
    /// The header `Cookie`, whatever it holds.
    let cookie: String?
    /// The header `Origin`, which browsers send with every form that they post.
    let origin: String?
    /// The header `Authorization`, whatever it holds.
    let authorization: String?
    let time: Int64
    /// Whether names of parameters count whatever their case.
    let foldsNames: Bool

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

    /// What kind of URL was asked: one of ArcGIS Online's organizations has a host of its own.
    var view: Blueprint.View { shortName == nil ? blueprint.view : .organization }

    /// The organization whose URL was asked.
    func organizationOfURL(_ organizations: PortalContent.Organizations) -> PortalContent.Organization {
        guard let shortName else { return organizations.own }
        return organizations.all.first { $0.reduced["urlKey"]?.string?.lowercased() == shortName } ?? organizations.own
    }

    /// Whether a host of ArcGIS Online was asked, which this portal plays.
    var isAtOnlineHost: Bool { portalOrigin.host == Blueprint.onlineHost || shortName != nil }

    /// The organization's name in its host at ArcGIS Online; nil at every other host.
    private var shortName: String? {
        let domain = "." + Blueprint.organizationDomain
        return portalOrigin.host.hasSuffix(domain) ? String(portalOrigin.host.dropLast(domain.count)) : nil
    }

    /// A parameter of the form body, else of the query.
    ///
    /// Where the operation ``foldsNames``, a name in another case counts if none is written exactly so: the vendor's page of
    /// `analyze` calls one parameter `itemid` and `itemId` (developers.arcgis.com, "Analyze"), and Esri's Python package `arcgis`
    /// sends `itemid` to `analyze` and `itemID` to `publish`.
    subscript(name: String) -> String? {
        if let value = form[name] ?? query[name] { return value }
        return foldsNames ? form.value(ofAnyCase: name) ?? query.value(ofAnyCase: name) : nil
    }

    /// What the answers of the product have that this portal is.
    func product() throws(BlueprintError) -> ProductDocuments { try content.product(blueprint.product) }

    /// The viewer as the world knows them; nil for a stranger.
    func user() throws(BlueprintError) -> PortalContent.User? {
        guard let name = viewer.name else { return nil }
        return try content.users().named(name)
    }

    /// Whether a browser says that a page of another origin sent the request (Fetch Standard, "Origin" header; RFC 9110 §10.1.3).
    ///
    /// Programs send neither field, and no page can keep a browser from sending `Origin` with a form.
    var isFromElsewhere: Bool {
        guard let source = origin ?? referer else { return false }
        guard let sender = Origin(ofURL: source) else { return true }
        return sender != listener.origin && sender != site.addresses.portal
    }
}
