internal import FixtureFiles
internal import JSONValues

/// Finds the id of a world item by its title, so that scenarios can speak of items by name.
struct ItemNames: Sendable {
    private let ids: [String: String]

    init(fixtures: FixtureTree) {
        guard let bytes = try? fixtures.bytes(at: "Fixtures/world/items.json"),
            let world = try? JSONValue(parsing: bytes)
        else {
            ids = [:]
            return
        }
        var ids: [String: String] = [:]
        for entry in world["items"]?.array ?? [] {
            if let title = entry["item"]?["title"]?.string, let id = entry["item"]?["id"]?.string { ids[title] = id }
        }
        self.ids = ids
    }

    /// The id of an item; what is no title is taken for an id.
    func id(of name: String) -> String { ids[name] ?? name }
}
