internal import JSONValues

/// One document of the world: that inside the product, and over it that of a folder of one's own.
struct WorldDocuments {
    /// One of them.
    struct Document {
        let reader: WorldReader
        /// Whether it comes from a folder of one's own.
        let isOwn: Bool
    }

    /// An entry of a list, with what the list says of all.
    struct Entry {
        let reader: WorldReader
        let defaults: [String: JSONValue]
        let isOwn: Bool
        /// Whether it comes from a folder of one's own and lies over no other.
        var isAdded = false
    }
    /// The lowest first.
    let all: [Document]

    /// The entries of the list that a document holds beside its `defaults`.
    ///
    /// An own entry that has the name of another one is laid over it key by key; the others are added.
    func entries(
        _ key: String, name: (JSONValue) -> String?
    ) throws(BlueprintError) -> [Entry] {
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        var defaults: [String: JSONValue] = [:]
        for document in all {
            try document.reader.allow(["defaults", key])
            defaults.merge(try document.reader.optional("defaults")?.object() ?? [:]) { $1 }
            let count = entries.count
            for element in try document.reader.member(key).list() {
                let below = name(element.value).flatMap { places[$0] }
                if let below, below < count {
                    let merged = Blueprint.merge(entries[below].reader.value, element.value)
                    entries[below] = Entry(
                        reader: WorldReader(merged, source: element.source, path: element.path),
                        defaults: defaults, isOwn: true)
                    continue
                }
                if let name = name(element.value), places[name] == nil { places[name] = entries.count }
                entries.append(
                    Entry(reader: element, defaults: defaults, isOwn: document.isOwn, isAdded: document.isOwn))
            }
        }
        return entries
    }
}
