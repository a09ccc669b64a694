internal import HTTPSemantics
internal import JSONValues

/// Finds what the members of a document name that is served here.
///
/// A link is made only where a route takes it, so no page links to what is not served.
struct DirectoryLinks {
    let place: DirectoryPlace

    /// What a text names, by the key that it stands under.
    func href(of text: String, under key: String) -> String? {
        guard !text.isEmpty else { return nil }
        let segment = PercentEncoding.encode(text)
        switch key {
        case "folders" where place.onServer: return place.href("rest/services/\(segment)")
        case "serviceItemId", "itemId", "sourceItemId": return place.portalHref("content/items/\(segment)")
        case "url", "href", "soapUrl", "owningSystemUrl": return ownURL(text)
        default: break
        }
        guard !place.onServer else { return nil }
        switch key {
        case "owner", "username", "modifiedBy", "admins", "users": return place.href("community/users/\(segment)")
        case "orgId", "accountId": return place.href("portals/\(segment)")
        default: return nil
        }
    }

    /// What a number names.
    func href(of number: Int64, under key: String) -> String? {
        guard let service = place.servicePath, number >= 0,
            ["relatedTableId", "layerId", "parentLayerId"].contains(key)
        else { return nil }
        return place.href("\(service)/\(number)")
    }

    /// What an object names that stands in a list, with the text of the link.
    func link(of object: [String: JSONValue], in key: String) -> SitePage.Link? {
        if place.onServer { return serverLink(of: object, in: key) }
        guard let id = object["id"]?.string else {
            return object["username"]?.string.flatMap { name in
                place.href("community/users/\(PercentEncoding.encode(name))").map { SitePage.Link(name, $0) }
            }
        }
        let segment = PercentEncoding.encode(id)
        let path: String?
        switch key {
        case "folders":
            path = object["username"]?.string.map { "content/users/\(PercentEncoding.encode($0))/\(segment)" }
        case "groups", "admin", "member", "other": path = "community/groups/\(segment)"
        case "results" where place.path.hasPrefix("community/groups"): path = "community/groups/\(segment)"
        case "results", "items", "relatedItems": path = "content/items/\(segment)"
        default: path = nil
        }
        return path.flatMap { place.href($0) }.map { SitePage.Link(object["title"]?.string ?? id, $0) }
    }

    private func serverLink(of object: [String: JSONValue], in key: String) -> SitePage.Link? {
        if key == "services", let name = object["name"]?.string, let type = object["type"]?.string {
            let segments = name.split(separator: "/").map { PercentEncoding.encode(String($0)) }
            return SitePage.Link(
                "\(name) (\(type))", place.href("rest/services/\(segments.joined(separator: "/"))/\(type)"))
        }
        if key == "attachmentInfos", let id = object["id"]?.integer {
            return SitePage.Link(object["name"]?.string ?? "\(id)", place.href("\(place.path)/\(id)"))
        }
        guard ["layers", "tables", "subLayers", "parentLayer"].contains(key), let service = place.servicePath,
            let id = object["id"]?.integer, let name = object["name"]?.string
        else { return nil }
        return SitePage.Link("\(name) (\(id))", place.href("\(service)/\(id)"))
    }

    /// An URL of this site, if a route serves it.
    private func ownURL(_ text: String) -> String? {
        guard let origin = Origin(ofURL: text) else { return nil }
        let addresses = place.request.site.addresses
        let path = text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2).drop { $0 != UInt8(ascii: "/") }
            .prefix { $0 != UInt8(ascii: "?") }
        guard let path = String(path) else { return nil }
        func isServed(below context: String, by table: RouteTable) -> Bool {
            path.hasPrefix(context + "/") && table.match(String(path.dropFirst(context.count + 1))) != nil
        }
        if origin == addresses.portal || origin == place.request.listener.origin,
            isServed(below: addresses.serverContext, by: place.tables.server)
                || isServed(below: place.request.site.map.rest, by: place.tables.portal)
        {
            return text
        }
        let isHosted = addresses.serverContexts.contains { name, context in
            addresses.hosts[name] == origin && isServed(below: context, by: place.tables.server)
        }
        return isHosted ? text : nil
    }
}
