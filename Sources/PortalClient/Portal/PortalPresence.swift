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
        guard let members = answer.json.object, words.contains(where: { isThere($0, members) }) else {
            throw PortalError(
                .notAPortal, url: answer.url,
                detail: "what \(portal) answers is JSON, but no portal's description of itself; \(advice)")
        }
    }

    private static let advice =
        "check the address: host and context of a portal, such as https://gis.example.com/portal"

    /// What a member of a portal's description is.
    private enum Kind {
        case text, truth, object, list
    }

    private static func isThere(_ word: (name: String, kind: Kind), _ members: [String: JSONValue]) -> Bool {
        guard let member = members[word.name] else { return false }
        return switch word.kind {
        case .text: member.string != nil
        case .truth: member.bool != nil
        case .object: member.object != nil
        case .list: member.array != nil
        }
    }

    /// Members of a portal's description (developers.arcgis.com/rest/users-groups-and-items/portal-self).
    private static let words: [(name: String, kind: Kind)] =
        [
            "portalName", "id", "access", "portalHostname", "portalMode", "urlKey", "customBaseUrl", "culture",
        ].map { ($0, .text) } + ["isPortal", "allSSL", "supportsOAuth"].map { ($0, .truth) }
        + ["user", "appInfo", "helperServices", "defaultBasemap"].map { ($0, .object) } + [("featuredGroups", .list)]
}
