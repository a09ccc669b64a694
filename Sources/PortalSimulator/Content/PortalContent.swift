internal import FixtureFiles
internal import JSONValues
internal import Platform

/// What the portal holds: organizations, users, groups, items and services, each file read when it is first asked for.
final class PortalContent: Sendable {
    let fixtures: FixtureTree
    let placeholders: Placeholders
    private let parts = Locked(Parts())

    private struct Parts {
        var organizations: Organizations?
        var users: Users?
        var groups: Groups?
        var items: Items?
        var services: [String: Service] = [:]
        var serviceNames: [String]?
    }

    init(fixtures: FixtureTree, addresses: SiteAddresses) {
        self.fixtures = fixtures
        placeholders = Placeholders(addresses)
    }

    /// The organizations, and what the portal says to those who belong to none.
    func organizations() throws(BlueprintError) -> Organizations {
        try part(\.organizations) { content throws(BlueprintError) in
            try Organizations(content.open("organizations"))
        }
    }

    func users() throws(BlueprintError) -> Users {
        try part(\.users) { content throws(BlueprintError) in try Users(content.open("users")) }
    }

    func groups() throws(BlueprintError) -> Groups {
        try part(\.groups) { content throws(BlueprintError) in try Groups(content.open("groups")) }
    }

    func items() throws(BlueprintError) -> Items {
        try part(\.items) { content throws(BlueprintError) in try Items(content.open("items")) }
    }

    /// One service; nil where there is none of that name.
    func service(_ name: String) throws(BlueprintError) -> Service? {
        if let service = parts.withLock({ $0.services[name] }) { return service }
        guard serviceNames.contains(name) else { return nil }
        let service = try Service(open("services/\(name)"), name: name, Files(fixtures: fixtures))
        // Who comes second takes what the first has read: edits belong to one of them only.
        return parts.withLock { parts in
            if let first = parts.services[name] { return first }
            parts.services[name] = service
            return service
        }
    }

    /// The names of all services, sorted; looked up once.
    var serviceNames: [String] {
        if let names = parts.withLock({ $0.serviceNames }) { return names }
        let names = fixtures.documentNames(under: Self.folder + "services")
        parts.withLock { $0.serviceNames = names }
        return names
    }

    /// The bytes of a file besides the documents; nil where there is none.
    func file(_ path: String) -> [UInt8]? {
        let path = Self.folder + path
        return fixtures.contains(path) ? try? fixtures.bytes(at: path) : nil
    }

    /// The names of those who can sign in, sorted; users.json need not be read whole for it.
    func accountNames() throws(BlueprintError) -> [String] {
        let path = path("accounts")
        let names = try WorldReader(Blueprint.document(path, fixtures: fixtures), source: path).texts()
        guard !names.isEmpty else {
            throw BlueprintError(.worldDocument, source: path, keyPath: "", problem: "there is no user name")
        }
        return names.sorted()
    }

    static let folder = "Fixtures/world/"

    /// The path of a document, which may be YAML or JSON.
    private func path(_ name: String) -> String {
        fixtures.document(named: Self.folder + name) ?? Self.folder + name + ".json"
    }

    /// Opens one document of the world, its placeholders replaced.
    private func open(_ name: String) throws(BlueprintError) -> WorldReader {
        let path = path(name)
        return WorldReader(placeholders.expand(try Blueprint.document(path, fixtures: fixtures)), source: path)
    }

    private func part<Part>(
        _ path: WritableKeyPath<Parts, Part?>, _ read: (PortalContent) throws(BlueprintError) -> Part
    ) throws(BlueprintError) -> Part {
        if let part = parts.withLock({ $0[keyPath: path] }) { return part }
        let part = try read(self)
        parts.withLock { $0[keyPath: path] = part }
        return part
    }
}
