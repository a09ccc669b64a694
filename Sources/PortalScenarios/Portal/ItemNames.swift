internal import FixtureFiles
internal import JSONValues
internal import StructuredText

/// Finds the id of a world item by its title, so that scenarios can speak of items by name.
struct ItemNames: Sendable {
    private let ids: [String: String]
    private let documents: [String: JSONValue]

    init(fixtures: FixtureTree) {
        guard let path = fixtures.document(named: "Fixtures/world/items"),
            let world = try? fixtures.text(at: path).value()
        else {
            ids = [:]
            documents = [:]
            return
        }
        var ids: [String: String] = [:]
        var documents: [String: JSONValue] = [:]
        for entry in world["items"]?.array ?? [] {
            if let id = entry["item"]?["id"]?.string { documents[id] = entry["data"] }
            if let title = entry["item"]?["title"]?.string, let id = entry["item"]?["id"]?.string { ids[title] = id }
        }
        self.ids = ids
        self.documents = documents
    }

    /// The id of an item; what is no title is taken for an id.
    func id(of name: String) -> String { ids[name] ?? name }

    /// The data of the item with an id; nil where they are no JSON.
    func data(of id: String) -> JSONValue? { documents[id] }
}
