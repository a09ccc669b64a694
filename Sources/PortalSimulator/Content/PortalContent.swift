internal import FixtureFiles
internal import JSONValues
internal import Platform
internal import Synchronization

/// What the portal holds: organizations, users, groups, items and services, each file read when it is first asked for.
///
/// ``change(_:)`` changes it until the portal is reset: a new site begins with the files again. ``edition`` counts the changes.
final class PortalContent: Sendable {
    let fixtures: FixtureTree
    let placeholders: Placeholders
    /// Locked for as long as it takes to look at it or to replace parts of it.
    let parts = Locked(Parts())
    /// Locked while a change is worked out: one follows the other.
    let writing = Locked(())
    /// How often the content was changed.
    let changes = Atomic<Int>(0)
    /// Bytes that clients wrote into organizations, users, groups, items and services, as of the last change.
    let writtenBytes = Atomic<Int>(0)

    struct Parts {
        var organizations: Organizations?
        var users: Users?
        var groups: Groups?
        var items: Items?
        /// Those that were asked for.
        var services: [String: Service] = [:]
        var serviceNames: [String]?
        /// The services that clients made.
        var addedServices: [String: Service] = [:]
        /// Names of the services of the files that clients deleted.
        var deletedServices: Set<String> = []
        /// Jobs that clients started.
        var jobs: [ServiceJob] = []
        /// Replicas that clients took.
        var replicas: [Replica] = []
        /// Files that operations wrote.
        var resultFiles: [ResultFile] = []
        var products: [Blueprint.Product: ProductDocuments] = [:]
    }

    init(fixtures: FixtureTree, addresses: SiteAddresses) {
        self.fixtures = fixtures
        placeholders = Placeholders(addresses)
    }

    /// The organizations, and what the portal says to those who belong to none.
    func organizations() throws(BlueprintError) -> Organizations {
        try part(\.organizations) { content throws(BlueprintError) in
            try Organizations(content.documents("organizations"))
        }
    }

    /// How the answers of a product differ; read when it is first asked for.
    func product(_ product: Blueprint.Product) throws(BlueprintError) -> ProductDocuments {
        if let known = parts.withLock({ $0.products[product] }) { return known }
        let documents = try ProductDocuments(
            named: product.rawValue, fixtures: fixtures, placeholders: placeholders)
        parts.withLock { $0.products[product] = documents }
        return documents
    }

    func users() throws(BlueprintError) -> Users {
        try part(\.users) { content throws(BlueprintError) in
            let documents = try content.documents("users")
            let home = documents.all.contains { $0.isOwn } ? try content.organizations().all.first?.id : nil
            return try Users(documents, organization: home)
        }
    }

    /// Whose something is that does not say it: the portal's own organization's, and the first own user's.
    func home() throws(BlueprintError) -> Home {
        let users = try users().all
        let organization = try organizations().all.first?.id ?? ""
        let user =
            users.first { $0.isOwn } ?? users.first { $0.organization == organization } ?? users.first
        return Home(organization: organization, user: user?.name ?? "")
    }

    func groups() throws(BlueprintError) -> Groups {
        try part(\.groups) { content throws(BlueprintError) in
            try Groups(content.documents("groups"), home: content.home())
        }
    }

    func items() throws(BlueprintError) -> Items {
        try part(\.items) { content throws(BlueprintError) in
            try Items(content.documents("items"), home: content.home()) { owner throws(BlueprintError) in
                try content.users().named(owner)?.organization
            }
        }
    }

    /// One service; nil where there is none of that name.
    func service(_ name: String) throws(BlueprintError) -> Service? {
        let known = parts.withLock { $0.addedServices[name] ?? ($0.isDeleted(name) ? nil : $0.services[name]) }
        if let known { return known }
        guard serviceNames.contains(name) else { return nil }
        let data = Self.folder + "services/\(name).geojson"
        let reader =
            if let path = fixtures.document(named: Self.folder + "services/\(name)") {
                try open(path, in: fixtures)
            } else {
                // A file of features alone is a service with one layer.
                WorldReader(
                    ["layers": [["data": .string(String(name.split(separator: "/").last ?? "") + ".geojson")]]],
                    source: fixtures.place(of: data))
            }
        let service = try Service(
            reader, name: name,
            organization: { () throws(BlueprintError) in
                try self.organizations().all.first?.id ?? ""
            }, Files(fixtures: fixtures))
        // Who comes second takes what the first has read: edits belong to one of them only.
        return parts.withLock { parts in
            if let first = parts.services[name] { return first }
            parts.services[name] = service
            return service
        }
    }

    /// The names of all services, sorted.
    var serviceNames: [String] {
        let files = serviceNamesOfFiles
        return parts.withLock { parts in
            guard !parts.addedServices.isEmpty || !parts.deletedServices.isEmpty else { return files }
            return (files.filter { !parts.isDeleted($0) } + parts.addedServices.keys).sorted()
        }
    }

    /// The names of the services that the files hold; looked up once.
    private var serviceNamesOfFiles: [String] {
        if let names = parts.withLock({ $0.serviceNames }) { return names }
        let documents = fixtures.documentNames(under: Self.folder + "services")
        let names = Set(documents).union(featureFiles(beside: documents)).sorted()
        parts.withLock { $0.serviceNames = names }
        return names
    }

    /// The files of features that are a service of their own: those that no document names as its data.
    private func featureFiles(beside documents: [String]) -> [String] {
        let services = Self.folder + "services/"
        let files = fixtures.paths(under: Self.folder + "services", suffix: ".geojson").map {
            String($0.dropFirst(services.count).dropLast(".geojson".count))
        }
        guard !files.isEmpty else { return [] }
        var data: Set<String> = []
        for name in documents {
            guard let path = fixtures.document(named: services + name), fixtures.isOwn(path) else { continue }
            let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
            let document = try? Blueprint.document(path, fixtures: fixtures)
            for layer in document?["layers"]?.array ?? [] {
                if let file = layer["data"]?.string { data.insert(folder + file) }
            }
        }
        return files.filter { !data.contains($0 + ".geojson") }
    }

    /// The bytes of a file besides the documents; nil where there is none.
    func file(_ path: String) -> [UInt8]? {
        let path = Self.folder + path
        return fixtures.contains(path) ? try? fixtures.bytes(at: path) : nil
    }

    /// The names of those who can sign in, sorted; users.json need not be read whole for it.
    func accountNames() throws(BlueprintError) -> [String] {
        var names: Set<String> = []
        let documents = try documents("accounts").all
        for document in documents { names.formUnion(try document.reader.texts()) }
        // Who stands in a folder of one's own can sign in.
        if try self.documents("users").all.contains(where: \.isOwn) {
            names.formUnion(try users().all.filter(\.isOwn).map(\.name).filter { !$0.isEmpty })
        }
        guard !names.isEmpty else {
            throw BlueprintError(
                .worldDocument, source: documents.first?.reader.source ?? "accounts.json", keyPath: "",
                problem: "there is no user name")
        }
        return names.sorted()
    }

    static let folder = "Fixtures/world/"

    /// Opens a document of the world: that inside the product, and over it that of each folder of one's own.
    private func documents(_ name: String) throws(BlueprintError) -> WorldDocuments {
        var documents: [WorldDocuments.Document] = []
        var layer: FixtureTree? = fixtures
        while let tree = layer {
            layer = tree.uncovered
            let path = tree.document(named: Self.folder + name)
            if layer == nil {
                documents.append(.init(reader: try open(path ?? Self.folder + name + ".json", in: tree), isOwn: false))
            } else if let path, tree.isOwn(path) {
                let reader = try DocumentMistakes.part { () throws(BlueprintError) in try open(path, in: tree) }
                if let reader { documents.append(.init(reader: reader, isOwn: true)) }
            }
        }
        return WorldDocuments(all: documents.reversed())
    }

    /// Opens one document of a tree, its placeholders replaced.
    private func open(_ path: String, in tree: FixtureTree) throws(BlueprintError) -> WorldReader {
        WorldReader(placeholders.expand(try Blueprint.document(path, fixtures: tree)), source: tree.place(of: path))
    }

    private func part<Part>(
        _ path: WritableKeyPath<Parts, Part?>, _ read: (PortalContent) throws(BlueprintError) -> Part
    ) throws(BlueprintError) -> Part {
        if let part = parts.withLock({ $0[keyPath: path] }) { return part }
        let read = try read(self)
        // Who comes second takes what the first has read: it may be changed already.
        return parts.withLock { parts in
            if let first = parts[keyPath: path] { return first }
            parts[keyPath: path] = read
            return read
        }
    }
}

extension PortalContent {
    /// Whose something is that does not say it.
    struct Home: Sendable {
        let organization: String
        let user: String
    }
}
