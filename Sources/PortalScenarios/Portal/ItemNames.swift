internal import FixtureFiles
internal import JSONValues
internal import MockPortalServer

/// Finds the id of a world item by its title, so that scenarios can speak of items by name.
struct ItemNames: Sendable {
    private let ids: [String: String]
    private let documents: [String: JSONValue]

    init(fixtures: FixtureTree) { (ids, documents) = WorldInspection.itemDocuments(in: fixtures) }

    /// The id of an item; what is no title is taken for an id.
    func id(of name: String) -> String { ids[name] ?? name }

    /// The data of the item with an id; nil where they are no JSON.
    func data(of id: String) -> JSONValue? { documents[id] }
}
