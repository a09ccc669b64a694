extension SiteMap {
    /// The place of a path.
    enum Place {
        case portal(RouteTable.Match, key: String)
        case server(RouteTable.Match, key: String)
        case arcgisURIs
        /// At the host that signs people in for an identity-aware proxy.
        case identity(RouteTable.Match)
        /// At a host that signs members in.
        case provider(RouteTable.Match)
        /// Below `/sharing`, but nothing is there.
        case unknownResource(onServer: Bool)
        /// An operation of a service that is not served.
        case unsupportedOperation
        case outside
        /// The root of the host or of the portal, where a browser is told what this is; to others nothing is there.
        case root

        var isOutside: Bool { if case .outside = self { true } else { false } }
        var isRoot: Bool { if case .root = self { true } else { false } }
    }

    /// The place of a path; a slash at its end does not count.
    func place(of path: String, at listener: ListenerFacts, in revision: BlueprintRevision) -> Place {
        if let proxy = revision.blueprint.identityProxy, listener.name == proxy.authority {
            return Self.below(path, "").flatMap { IdentityRoutes.table.match($0) }.map { .identity($0) } ?? .outside
        }
        if !revision.providers.isEmpty, revision.providers.contains(listener.name) {
            return Self.below(path, "").flatMap { ProviderRoutes.table.match($0) }.map { .provider($0) } ?? .outside
        }
        if !servers.isEmpty, let context = servers[listener.name] {
            return Self.below(path, context).map(Self.onServer) ?? .outside
        }
        if let tokenPath = revision.verbatimTokenPath, path == tokenPath {
            if revision.isTokenPathOnServer {
                if let match = ServerRoutes.table.match("tokens") { return .server(match, key: "tokens") }
            } else if let match = PortalRoutes.table.match("generateToken") {
                return .portal(match, key: "generateToken")
            }
        }
        if let below = Self.below(path, rest) ?? Self.below(path, sharing) {
            guard let match = PortalRoutes.table.match(below) else { return .unknownResource(onServer: false) }
            return .portal(match, key: below)
        }
        if let below = Self.below(path, server), case let place = Self.onServer(below), !place.isOutside {
            return place
        }
        if let below = Self.below(path, home), let match = HomeRoutes.table.match(below) {
            return .portal(match, key: "home/" + below)
        }
        if path == "/arcgisuris.xml" || path == context + "/arcgisuris.xml" { return .arcgisURIs }
        return path == "/" || path == context || path == context + "/" ? .root : .outside
    }

    private static func onServer(_ below: String) -> Place {
        if let match = ServerRoutes.table.match(below) { return .server(match, key: below) }
        if ServerRoutes.isOperation(below) { return .unsupportedOperation }
        return below.hasPrefix("rest/") ? .unknownResource(onServer: true) : .outside
    }

    /// What of a path stands below a prefix, without slashes around it; nil where it stands elsewhere.
    private static func below(_ path: String, _ prefix: String) -> String? {
        guard path.hasPrefix(prefix) else { return nil }
        var rest = path.utf8.dropFirst(prefix.utf8.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
        if !rest.isEmpty { rest = rest.dropFirst() }
        if rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}

extension SiteMap.Place {
    /// What the journal calls it.
    var operation: String {
        switch self {
        case .portal(let match, _), .server(let match, _), .identity(let match), .provider(let match): match.operation
        case .arcgisURIs: "arcgisuris.xml"
        case .unknownResource, .unsupportedOperation, .outside, .root: "unknown"
        }
    }
}
