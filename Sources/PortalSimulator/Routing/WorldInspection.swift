internal import FeatureEngine
package import FixtureFiles
internal import HTTPSemantics
package import JSONValues
internal import Platform

/// What a portal would hold, read to be checked and never served.
package struct WorldInspection: Sendable {
    private let fixtures: FixtureTree
    private let content: PortalContent

    /// Takes the files; nothing is read yet.
    package init(fixtures: FixtureTree) {
        self.fixtures = fixtures
        content = PortalContent(fixtures: fixtures, addresses: Self.addresses(hosts: []))
    }

    /// Reads every document and follows every reference between them; throws at the first mistake, or notes them all.
    package func check() throws(BlueprintError) { try content.check() }

    /// Looks up every account, service, item, listener and operation that a blueprint names.
    package func check(_ blueprint: Blueprint) throws(BlueprintError) {
        let hosts = blueprint.hosts.keys.sorted()
        let content =
            hosts.isEmpty ? content : PortalContent(fixtures: fixtures, addresses: Self.addresses(hosts: hosts))
        try PortalSite.checkNames(blueprint, content)
    }

    /// What is called by a name of a kind; nil where the world cannot be read.
    package func names(_ kind: DocumentReference.Kind) -> [String]? {
        switch kind {
        case .user:
            (try? content.users()).map { users in
                // Of two that are as near the folder's own is meant.
                (users.all.filter(\.isOwn) + users.all.filter { !$0.isOwn }).map(\.name).filter { !$0.isEmpty }
            }
        case .service: content.serviceNames
        case .item: (try? content.items())?.all.map(\.title)
        case .operation: OperationNames(services: content.serviceNames).all
        }
    }

    /// Whether something is called so; an item by its id, too, and an operation with something in the place of each `{…}` or `*`.
    package func knows(_ kind: DocumentReference.Kind, _ name: String) -> Bool {
        switch kind {
        case .item:
            guard let items = try? content.items() else { return true }
            return items.contains { $0.title == name || $0.id == name }
        case .operation:
            let names = OperationNames(services: content.serviceNames)
            // What stands behind a service alone is the number of a layer.
            if let slash = name.lastIndex(of: "/"), content.serviceNames.contains(String(name[..<slash])),
                !names.all.contains(name), Int(name[name.index(after: slash)...]) == nil, !name.contains("*")
            {
                return false
            }
            if names.contains(name) { return true }
            guard let star = name.firstIndex(of: "*") else { return false }
            let start = String(name[..<star])
            return names.all.contains { pattern in
                let fixed = pattern.prefix { $0 != "{" }
                return pattern.hasPrefix(start) || (fixed != pattern && !fixed.isEmpty && start.hasPrefix(fixed))
            }
        case .user, .service: return names(kind)?.contains(name) ?? true
        }
    }

    /// Why a layer refuses a where clause; nil where it does not, and where there is no such layer.
    package func problem(ofWhere text: String, service: String, layer: Int) -> String? {
        guard let layer = (try? content.service(service))?.layers.first(where: { $0.id == layer }) else { return nil }
        return layer.features.withLock { WhereClause.problem(in: text, of: $0) }
    }

    /// Addresses of a portal that is not served.
    private static func addresses(hosts: [String]) -> SiteAddresses {
        guard let origin = Origin(scheme: "https", host: "localhost", port: 8443) else {
            preconditionFailure("localhost is a host")
        }
        return SiteAddresses(
            portal: origin, hosts: Dictionary(hosts.map { ($0, origin) }, uniquingKeysWith: { first, _ in first }))
    }
}

extension WorldInspection {
    /// The items by title, and the data of each by its id, as they are written.
    package static func itemDocuments(in fixtures: FixtureTree) -> (ids: [String: String], data: [String: JSONValue]) {
        var found: (ids: [String: String], data: [String: JSONValue]) = ([:], [:])
        var layer: FixtureTree? = fixtures
        var layers: [FixtureTree] = []
        while let tree = layer {
            layers.append(tree)
            layer = tree.uncovered
        }
        for tree in layers.reversed() {
            guard let path = tree.document(named: PortalContent.folder + "items"),
                let world = try? Blueprint.document(path, fixtures: tree)
            else { continue }
            for entry in world["items"]?.array ?? [] {
                guard let id = PortalContent.Items.name(entry) else { continue }
                if let data = entry["data"] { found.data[id] = data }
                if let title = entry["item"]?["title"]?.string { found.ids[title] = id }
            }
        }
        return found
    }
}

extension WorldInspection {
    /// The short names of the organizations, which their URLs at ArcGIS Online begin with; throws where the world cannot be read.
    package func organizationShortNames() throws(BlueprintError) -> [String] {
        try content.organizations().all.compactMap { $0.reduced["urlKey"]?.string }.filter { !$0.isEmpty }
    }
}
