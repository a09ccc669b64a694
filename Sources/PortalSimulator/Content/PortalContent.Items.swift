internal import JSONValues

extension PortalContent {
    /// `items.json`: the items by id.
    struct Items: Sendable {
        private(set) var all: [Item]
        /// What every item's document has.
        let defaults: [String: JSONValue]
        /// What relates items to each other, in the order in which it was said.
        private(set) var relationships: [ItemRelationship] = []
        /// Bytes that clients wrote into all items together.
        private(set) var writtenBytes = 0
        private var byID: [String: Int]

        /// Reads the items; `home` says whose they are where they do not, `organization` where a user belongs.
        init(
            _ documents: WorldDocuments, home: Home, organization: (String) throws(BlueprintError) -> String?
        ) throws(BlueprintError) {
            var all: [Item] = []
            var byID: [String: Int] = [:]
            var defaults: [String: JSONValue] = [:]
            for entry in try documents.entries("items", name: { Self.name($0) }) {
                defaults = entry.defaults
                let item = try Item(entry, home: home, organization: organization)
                if byID.updateValue(all.count, forKey: item.id) != nil, !item.id.isEmpty {
                    try entry.reader.note("there are two items \(item.id)")
                }
                all.append(item)
            }
            self.all = all
            self.byID = byID
            self.defaults = defaults
        }

        func withID(_ id: String) -> Item? { byID[id].map { all[$0] } }

        /// The id that an entry has or gets.
        static func name(_ entry: JSONValue) -> String? {
            entry["item"]?["id"]?.string
                ?? entry["item"]?["title"]?.string.map { WorldDefaults.identifier("item", $0) }
        }

        func contains(where test: (Item) -> Bool) -> Bool { all.contains(where: test) }

        /// Adds an item, whose id no other has.
        mutating func add(_ item: Item) {
            byID[item.id] = all.count
            all.append(item)
            all[all.count - 1].weigh()
            writtenBytes += all[all.count - 1].writtenBytes
        }

        /// Changes the item with an id; nil where there is none.
        mutating func change<Result, Problem: Error>(
            _ id: String, _ body: (inout Item) throws(Problem) -> Result
        ) throws(Problem) -> Result? {
            guard let index = byID[id] else { return nil }
            let before = all[index].writtenBytes
            let result = try body(&all[index])
            all[index].weigh()
            writtenBytes += all[index].writtenBytes - before
            return result
        }

        /// Takes items away, with what relates them to others.
        mutating func remove(_ ids: Set<String>) {
            guard let first = ids.compactMap({ byID[$0] }).min() else { return }
            for id in ids {
                guard let index = byID.removeValue(forKey: id) else { continue }
                writtenBytes -= all[index].writtenBytes
            }
            all.removeAll { ids.contains($0.id) }
            for later in all.indices[first...] { byID[all[later].id] = later }
            relationships.removeAll { ids.contains($0.origin) || ids.contains($0.destination) }
        }

        /// Relates two items; false where they are related so already.
        mutating func relate(_ relationship: ItemRelationship) -> Bool {
            guard !relationships.contains(relationship) else { return false }
            relationships.append(relationship)
            return true
        }

        /// Ends a relationship; false where there is none.
        mutating func unrelate(_ relationship: ItemRelationship) -> Bool {
            guard let index = relationships.firstIndex(of: relationship) else { return false }
            relationships.remove(at: index)
            return true
        }
    }

    /// A directed link between two items (developers.arcgis.com, "Relationship types").
    struct ItemRelationship: Sendable, Equatable {
        let origin: String
        let destination: String
        /// `Map2Service`, `Service2Data` …
        let type: String
    }
}
