public import HTTPSemantics
public import JSONValues
public import PortalAuthentication

/// What a portal says of itself; its content depends on who asks (developers.arcgis.com/rest/users-groups-and-items/portal-self).
public struct PortalInfo: Sendable {
    /// The organization's identifier; nil for the general view.
    public let organizationID: String?
    /// The organization's name.
    public let organizationName: String?
    /// The organization's description, as HTML.
    public let organizationDescription: String?
    /// The name of the portal's product or site.
    public let portalName: String?
    /// Whether this is an ArcGIS Enterprise portal.
    public let isPortal: Bool
    /// `multitenant` or `singletenant`.
    public let portalMode: String?
    /// Host and context that the portal calls its own.
    public let portalHostname: String?
    /// `public` or `private`: who may see the organization without signing in.
    public let access: String?
    /// First label of the organization's host.
    public let urlKey: String?
    /// What follows it.
    public let customBaseURL: String?
    /// Whether the organization is only to be had over TLS.
    public let allSSL: Bool
    /// Whether OAuth 2.0 is offered.
    public let supportsOAuth: Bool
    /// Whether members may share with everybody.
    public let canSharePublic: Bool
    /// Whether members may find what others share with everybody.
    public let canSearchPublic: Bool
    /// The version of the REST interface.
    public let currentVersion: String?
    /// The culture, such as `en`.
    public let culture: String?
    /// When the organization was made.
    public let created: Timestamp?
    /// When its description was changed last.
    public let modified: Timestamp?
    /// The basemap of new maps.
    public let defaultBasemap: PortalBasemap?
    /// The area that new maps show; nil where the portal names none.
    public let defaultExtent: Envelope?
    /// The query for the group that holds the featured items.
    public let featuredItemsGroupQuery: String?
    /// The queries for the featured groups.
    public let featuredGroupsQueries: [String]
    /// The query for the group that holds the basemaps.
    public let basemapGalleryGroupQuery: String?
    /// The query for the group whose items the home page shows.
    public let homePageFeaturedContentGroupQuery: String?
    /// The key for Bing Maps, where the caller may have it.
    public let bingKey: Secret<String>?
    /// The helper services as they came.
    public let helperServices: JSONValue
    /// The service that computes with geometries; nil where the portal names none.
    public let geometryServiceURL: HTTPURL?
    /// The task that prints maps; nil where the portal names none.
    public let printTaskURL: HTTPURL?
    /// The picture at the head of the organization's page; nil where there is none, or where it belongs to the portal's own pages.
    public let banner: RemoteImage?
    /// The picture of the organization; nil where there is none.
    public let thumbnail: RemoteImage?
    /// The picture of the portal; nil where there is none.
    public let portalThumbnail: RemoteImage?
    /// Everything that came except the user, unknown members included.
    public let rawJSON: JSONValue

    init(_ json: JSONValue, portal: PortalURL, caller: PortalRequester) {
        organizationID = json.text("id")
        organizationName = json.text("name")
        organizationDescription = json.text("description")
        portalName = json.text("portalName")
        isPortal = json.flag("isPortal") ?? false
        portalMode = json.text("portalMode")
        portalHostname = json.text("portalHostname")
        access = json.text("access")
        urlKey = json.text("urlKey")
        customBaseURL = json.text("customBaseUrl")
        allSSL = json.flag("allSSL") ?? false
        supportsOAuth = json.flag("supportsOAuth") ?? false
        canSharePublic = json.flag("canSharePublic") ?? false
        canSearchPublic = json.flag("canSearchPublic") ?? false
        currentVersion = json.text("currentVersion")
        culture = json.text("culture")
        created = json.moment("created")
        modified = json.moment("modified")
        defaultBasemap = json["defaultBasemap"].flatMap(PortalBasemap.init)
        defaultExtent = Envelope(json["defaultExtent"])
        featuredItemsGroupQuery = json.text("featuredItemsGroupQuery")
        featuredGroupsQueries = Self.featuredGroups(json["featuredGroups"])
        basemapGalleryGroupQuery = json.text("basemapGalleryGroupQuery")
        homePageFeaturedContentGroupQuery =
            json.text("homePageFeaturedContentGroupQuery")
            ?? json.text("homePageFeaturedContent")
        bingKey = json.text("bingKey").map { Secret($0) }
        helperServices = json["helperServices"] ?? .object([:])
        geometryServiceURL = json["helperServices"]?["geometry"]?.text("url").flatMap(HTTPURL.init(parsing:))
        printTaskURL = json["helperServices"]?["printTask"]?.text("url").flatMap(HTTPURL.init(parsing:))
        let resources = portal.rest.appending("portals", "self", "resources")
        thumbnail = RemoteImage(json.text("thumbnail"), in: resources, caller: caller)
        portalThumbnail = RemoteImage(json.text("portalThumbnail"), in: resources, caller: caller)
        // One of the pictures that come with a portal is named by a path of its pages, `images/banner-2.jpg`.
        let banner = json.text("banner").flatMap { $0.contains("/") || $0.contains("<") ? nil : $0 }
        self.banner = RemoteImage(banner, in: resources, caller: caller)
        var raw = json
        raw["user"] = nil
        rawJSON = raw
    }

    /// The queries for featured groups: each is `{title, owner}`, an identifier in older portals, or a query as it stands.
    private static func featuredGroups(_ value: JSONValue?) -> [String] {
        (value?.array ?? []).compactMap { entry in
            if let text = entry.string { return text.contains(":") ? text : "id:\(PortalQuery.quoted(text))" }
            guard let title = entry.text("title") else { return nil }
            let owner = entry.text("owner").map { " AND owner:\(PortalQuery.quoted($0))" } ?? ""
            return "title:\(PortalQuery.quoted(title))\(owner)"
        }
    }
}

/// A basemap: a title and its layers.
public struct PortalBasemap: Sendable, Hashable {
    /// The title.
    public let title: String?
    /// The addresses of its layers, bottom first.
    public let layerURLs: [String]
    /// The document as it came.
    public let rawJSON: JSONValue

    init?(_ json: JSONValue) {
        guard json.object != nil else { return nil }
        title = json.text("title")
        layerURLs = (json["baseMapLayers"]?.array ?? []).compactMap { $0.text("url") }
        rawJSON = json
    }
}
