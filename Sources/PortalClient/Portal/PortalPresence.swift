internal import JSONValues
internal import PortalAuthentication

/// Whether a portal answers at an address, or something else that does not know what is asked.
enum PortalPresence {
    /// The error as `notAPortal`, where the address of the portal itself leads nowhere and nothing ArcGIS says so.
    static func named(_ error: PortalError, at portal: PortalURL) -> PortalError {
        guard error.code == .notFound, error.serviceCode == nil, error.serverMessage == nil,
            let place = error.url.flatMap(HTTPURL.init(parsing:)), portal.rest.isPrefix(of: place)
        else { return error }
        return error.recoded(.notAPortal, "the server answers 404 where \(portal) would describe itself; \(advice)")
    }

    /// Throws `notAPortal` for a document that holds nothing of what portals say of themselves.
    static func require(_ answer: ArcGISAnswer, at portal: PortalURL) throws(PortalError) {
        guard let members = answer.json.object, words.contains(where: { members[$0] != nil }) else {
            throw PortalError(
                .notAPortal, url: answer.url,
                detail: "what \(portal) answers is JSON, but no portal's description of itself; \(advice)")
        }
    }

    private static let advice =
        "check the address: host and context of a portal, such as https://gis.example.com/portal"

    /// Members of a portal's description (developers.arcgis.com/rest/users-groups-and-items/portal-self).
    private static let words = [
        "portalName", "isPortal", "id", "user", "appInfo", "access", "allSSL", "portalHostname", "portalMode",
        "helperServices", "supportsOAuth", "urlKey", "customBaseUrl", "culture", "featuredGroups", "defaultBasemap",
    ]
}
