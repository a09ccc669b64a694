internal import FixtureFiles
internal import JSONValues
internal import Platform

/// What the answers of one product have besides what the world says: `Fixtures/products/<product>.json`.
///
/// A file stands on the one that its `basis` names: its `adds` are laid over those, and its `lacks` are added.
struct ProductDocuments: Sendable {
    /// The root document of the portal (developers.arcgis.com, "Root"): its version, and that of ArcGIS Enterprise where it is told.
    private(set) var root: JSONValue
    /// The version that the server's documents tell as `currentVersion`.
    let serverVersion: JSONValue
    /// The version as `rest/info` tells it in full.
    let fullVersion: JSONValue
    private var dresses: [String: Dress]

    /// How one kind of document is completed.
    private struct Dress: Sendable {
        /// What it has where the world does not say it; `name[]` stands for every element of a list, `name?` for what is there only.
        var adds: JSONValue = [:]
        /// Paths of members that it does not have, such as `fields[].editable`.
        var lacks: [[Substring]] = []
        /// Whether what it adds has placeholders, for addresses of the portal.
        var hasPlaceholders = false
    }

    /// Reads the documents of a product, their placeholders as they stand.
    private init(named name: String, fixtures: FixtureTree) throws(BlueprintError) {
        let document = try Blueprint.document("Fixtures/products/\(name).json", fixtures: fixtures)
        let basis = try document["basis"]?.string.map { (name) throws(BlueprintError) in
            try ProductDocuments(named: name, fixtures: fixtures)
        }
        root = document["root"] ?? basis?.root ?? [:]
        serverVersion = document["server"]?["currentVersion"] ?? basis?.serverVersion ?? .null
        fullVersion = document["server"]?["fullVersion"] ?? basis?.fullVersion ?? .null
        var dresses = basis?.dresses ?? [:]
        for (kind, told) in document["documents"]?.object ?? [:] {
            var dress = dresses[kind] ?? Dress()
            dress.adds = Blueprint.merge(dress.adds, told["adds"] ?? [:])
            dress.hasPlaceholders = Placeholders.stand(in: dress.adds)
            dress.lacks += (told["lacks"]?.array ?? []).compactMap { $0.string?.split(separator: ".") }
            dresses[kind] = dress
        }
        self.dresses = dresses
    }

    /// The documents of products that travel inside this one, as they are read once for all portals of the process.
    private static let embedded = Locked([String: ProductDocuments]())

    /// The documents of a product for one portal.
    init(
        named name: String, fixtures: FixtureTree, placeholders: Placeholders
    ) throws(BlueprintError) {
        if let known = fixtures.isEmbedded ? Self.embedded.withLock({ $0[name] }) : nil {
            self = known
        } else {
            try self.init(named: name, fixtures: fixtures)
            let read = self
            if fixtures.isEmbedded { Self.embedded.withLock { $0[name] = read } }
        }
        root = placeholders.expand(root)
        for kind in dresses.keys where dresses[kind]?.hasPlaceholders == true {
            if let adds = dresses[kind]?.adds { dresses[kind]?.adds = placeholders.expand(adds) }
        }
    }

    /// A document as this product has it; of several kinds the later ones count over the earlier.
    func dressed(_ document: JSONValue, as kinds: String...) -> JSONValue {
        var document = document
        for kind in kinds.reversed() {
            guard let dress = dresses[kind] else { continue }
            document = Self.completed(document, with: dress.adds)
        }
        for kind in kinds {
            for path in dresses[kind]?.lacks ?? [] { document = Self.removing(path[...], from: document) }
        }
        return document
    }

    /// A document with the members that it does not have yet.
    private static func completed(_ document: JSONValue, with adds: JSONValue) -> JSONValue {
        guard case .object(var members) = document, case .object(let wanted) = adds else { return document }
        for (name, value) in wanted {
            if name.hasSuffix("[]") {
                let list = String(name.dropLast(2))
                guard let elements = members[list]?.array else { continue }
                members[list] = .array(elements.map { completed($0, with: value) })
            } else if name.hasSuffix("?") {
                let kept = String(name.dropLast())
                members[kept] = members[kept].map { completed($0, with: value) }
            } else if let own = members[name], !own.isNull || value.object == nil {
                members[name] = completed(own, with: value)
            } else {
                members[name] = value
            }
        }
        return .object(members)
    }

    private static func removing(_ path: ArraySlice<Substring>, from document: JSONValue) -> JSONValue {
        guard let first = path.first, case .object(var members) = document else { return document }
        let rest = path.dropFirst()
        if first.hasSuffix("[]") {
            let list = String(first.dropLast(2))
            guard let elements = members[list]?.array else { return document }
            members[list] = .array(elements.map { removing(rest, from: $0) })
        } else if rest.isEmpty {
            members[String(first)] = nil
        } else if let inner = members[String(first)] {
            members[String(first)] = removing(rest, from: inner)
        }
        return .object(members)
    }
}
