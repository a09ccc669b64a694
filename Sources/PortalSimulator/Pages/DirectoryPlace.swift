internal import HTTPSemantics
internal import JSONValues

/// Where a page of the services directory stands, and what is served around it.
struct DirectoryPlace {
    let request: EndpointRequest
    let match: RouteTable.Match
    /// The path below the context, as it was asked for: `rest/services/Traffic/MapServer`, `community/users/alice`.
    let path: String
    let onServer: Bool
    /// What the portal and the server serve.
    let tables: (portal: RouteTable, server: RouteTable)

    var table: RouteTable { onServer ? tables.server : tables.portal }

    /// The path of the tier.
    var base: String { onServer ? serverBase : request.site.map.rest }

    private var serverBase: String {
        request.site.addresses.serverContexts[request.listener.name] ?? request.site.addresses.serverContext
    }

    /// The path of the page itself.
    var ownPath: String { path.isEmpty ? base : base + "/" + path }

    /// Where something of the same tier is, if a route serves it.
    func href(_ path: String) -> String? { table.match(path) == nil ? nil : base + "/" + path }

    /// Where something of the portal is, if a route serves it; on a server of another host, with the portal's address.
    func portalHref(_ path: String) -> String? {
        guard tables.portal.match(path) != nil else { return nil }
        let isElsewhere = request.site.addresses.serverContexts[request.listener.name] != nil
        return (isElsewhere ? request.site.addresses.portal.description : "") + request.site.map.rest + "/" + path
    }

    /// The home page; nil on a server that is no part of the portal.
    var home: String? {
        guard request.site.addresses.serverContexts[request.listener.name] != nil else {
            return request.site.map.context + "/home/"
        }
        return request.server.federation == .federated ? request.site.addresses.portalURL + "/home/" : nil
    }

    /// The path of the service within which the page is; nil outside of services.
    var servicePath: String? {
        let segments = path.split(separator: "/")
        guard onServer, let kind = segments.firstIndex(where: { ServiceRequest.Kind(rawValue: String($0)) != nil })
        else {
            return nil
        }
        return segments[...kind].joined(separator: "/")
    }

    /// The way from the home page to here.
    func crumbs() -> [SitePage.Link] {
        var crumbs: [SitePage.Link] = []
        if let home { crumbs.append(SitePage.Link("Home", home)) }
        let segments = path.split(separator: "/")
        var above = ""
        var index = segments.startIndex
        while index < segments.endIndex {
            var text = PercentEncoding.decodeText(segments[index])
            above += (above.isEmpty ? "" : "/") + segments[index]
            if index + 1 < segments.endIndex, onServer,
                let kind = ServiceRequest.Kind(rawValue: String(segments[index + 1]))
            {
                index += 1
                above += "/" + segments[index]
                text += " (\(kind.rawValue))"
            } else if above == layerPath, let name = layerName {
                text = "\(name) (\(text))"
            }
            // Below "rest" nothing is served by itself.
            if !(onServer && above == "rest") { crumbs.append(SitePage.Link(text, href(above))) }
            index += 1
        }
        if path.isEmpty { crumbs.append(SitePage.Link("sharing/rest", base)) }
        return crumbs
    }

    /// The path of the layer within which the page is; nil outside of layers.
    var layerPath: String? {
        guard let servicePath, let id = path.dropFirst(servicePath.count).split(separator: "/").first, Int(id) != nil
        else { return nil }
        return "\(servicePath)/\(id)"
    }

    private var layerName: String? { layer?.document["name"]?.string }

    /// The layer within which the page is; nil outside of layers, and where there is no such layer.
    var layer: PortalContent.Layer? {
        guard let servicePath, let id = layerPath?.split(separator: "/").last.flatMap({ Int($0) }) else { return nil }
        let name = servicePath.split(separator: "/").dropFirst(2).dropLast().map { PercentEncoding.decodeText($0) }
        let service = try? request.content.service(name.joined(separator: "/"))
        return service?.layers.first { $0.id == id }
    }
}
