internal import JSONValues
internal import PortalAuthentication
internal import PortalTransport

/// What a request asks for, whatever the host and the context.
enum Endpoint: Hashable {
    case root
    case info
    case portalSelf
    /// The servers that are federated with a portal.
    case servers
    case generateToken
    case oauthToken
    case revokeToken
    case communitySelf
    case user
    case item
    case itemData
    case serverInfo
    case service
    case other

    /// Reads a URL by its path: `/sharing/rest/…` is a portal's, `/rest/…` and `/tokens` a server's.
    init(_ url: HTTPURL) {
        let segments = url.segments.map { $0.lowercased() }
        if let sharing = segments.firstIndex(of: "sharing") {
            var rest = segments[(sharing + 1)...]
            if rest.first == "rest" { rest = rest.dropFirst() }
            self = Self.portal(Array(rest))
        } else if let rest = segments.lastIndex(of: "rest"), rest + 1 < segments.count {
            switch segments[rest + 1] {
            case "info": self = .serverInfo
            case "services": self = .service
            default: self = .other
            }
        } else {
            self = segments.last == "tokens" || segments.last == "generatetoken" ? .generateToken : .other
        }
    }

    private static func portal(_ path: [String]) -> Endpoint {
        switch path {
        case []: .root
        case ["info"]: .info
        case ["portals", "self"], ["accounts", "self"]: .portalSelf
        case ["portals", "self", "servers"]: .servers
        case ["generatetoken"]: .generateToken
        case ["oauth2", "token"]: .oauthToken
        case ["oauth2", "revoketoken"]: .revokeToken
        case ["community", "self"]: .communitySelf
        default:
            switch (path.first, path.count) {
            case ("community", 3) where path[1] == "users": .user
            case ("content", 3) where path[1] == "items": .item
            case ("content", 4) where path[1] == "items" && path[3] == "data": .itemData
            default: .other
            }
        }
    }

    /// What people call it, and the key of its shape.
    var name: String {
        switch self {
        case .root: "sharing/rest"
        case .info: "info"
        case .portalSelf: "portals/self"
        case .servers: "portals/self/servers"
        case .generateToken: "generateToken"
        case .oauthToken: "oauth2/token"
        case .revokeToken: "oauth2/revokeToken"
        case .communitySelf: "community/self"
        case .user: "community/users/{user}"
        case .item: "content/items/{id}"
        case .itemData: "content/items/{id}/data"
        case .serverInfo: "rest/info"
        case .service: "rest/services/{service}"
        case .other: "other"
        }
    }

    /// Where its vendor describes it.
    var source: String {
        let portal = "developers.arcgis.com/rest/users-groups-and-items/"
        let server = "developers.arcgis.com/rest/services-reference/enterprise/"
        switch self {
        case .root: return portal + "root"
        case .info, .serverInfo: return server + "server-info"
        case .portalSelf: return portal + "portal-self"
        case .servers: return portal + "servers"
        case .generateToken: return portal + "generate-token"
        case .oauthToken: return portal + "token"
        case .revokeToken: return portal + "revoke-token"
        case .communitySelf: return portal + "self"
        case .user: return portal + "user"
        case .item: return portal + "item"
        // Only the data of web maps are judged.
        case .itemData: return "developers.arcgis.com/web-map-specification/objects/webmap"
        case .service: return server + "output-formats"
        case .other: return portal + "common-parameters"
        }
    }
}

extension WireExchange {
    var endpoint: Endpoint { url.map(Endpoint.init) ?? .other }

    /// The request in a line without secrets: number, method, endpoint, what it carries and what came.
    var line: String {
        var text = "request \(number): \(request.method) \(endpoint == .other ? (url?.path ?? "?") : endpoint.name)"
        if headerToken != nil { text += " +token" }
        if let httpScheme { text += " +\(httpScheme)" }
        if let error { return text + " -> \(error.code)" }
        guard let response else { return text + " -> nothing yet" }
        text += " -> HTTP \(response.status)"
        if let envelope { text += " error \(envelope["code"]?.text() ?? "without a code")" }
        return text
    }
}
