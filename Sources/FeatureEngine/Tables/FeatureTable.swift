/// The features of one layer, column by column, by ascending object id; a value, so that a query sees one state throughout.
package struct FeatureTable: Sendable {
    /// The fields in their order.
    package internal(set) var fields: [Field] {
        didSet {
            names = Self.names(fields)
            indexes = ColumnIndexes()
        }
    }
    /// Where the object ids stand among the fields.
    package internal(set) var objectIDIndex: Int
    var columns: [Column]
    /// Where the features are; nil for a table without geometry.
    package private(set) var geometry: GeometryColumn?
    private(set) var objectIDs: [Int64]
    /// Rows that were deleted; empty where none was.
    private var deleted: Set<Int> = []
    private var index: SpatialIndex
    /// The indexes of the columns.
    private(set) var indexes = ColumnIndexes()
    /// Rows whose geometry the index does not know.
    private var unindexed: [Int] = []
    /// The highest object id that there ever was.
    private var lastObjectID: Int64
    private var names: [String: Int]
    /// What edits have added.
    var room = EditRoom()
    /// What edits have changed; nil where that is not remembered.
    var history: EditHistory?
    /// How many changes there were: what was made of the features is out of date where it differs.
    package private(set) var edition = 0

    /// Takes columns whose object ids are distinct.
    init(fields: [Field], objectIDIndex: Int, columns: [Column], geometry: GeometryColumn?) {
        self.fields = fields
        self.objectIDIndex = objectIDIndex
        self.columns = columns
        self.geometry = geometry
        var ids: [Int64] = []
        if case .integers(let values) = columns[objectIDIndex] { ids = values }
        if zip(ids, ids.dropFirst()).contains(where: { $0 >= $1 }) {
            let order = ids.indices.sorted { ids[$0] < ids[$1] }
            ids = order.map { ids[$0] }
            for field in self.columns.indices { self.columns[field].reorder(order) }
            self.geometry?.reorder(order)
        }
        objectIDs = ids
        lastObjectID = ids.last ?? 0
        index = SpatialIndex(self.geometry?.boxes ?? [])
        names = Self.names(fields)
        room.count(contents: self.columns.reduce((geometry?.coordinates.count ?? 0) * 8) { $0 + Self.contents(of: $1) })
    }

    private static func names(_ fields: [Field]) -> [String: Int] {
        Dictionary(fields.enumerated().map { ($1.name.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The field of a name, compared without case.
    package func field(_ name: some StringProtocol) -> Int? { names[name.lowercased()] }

    /// The field of the object ids.
    package var objectIDField: Field { fields[objectIDIndex] }

    /// Every row that is there.
    var rows: [Int] { deleted.isEmpty ? Array(objectIDs.indices) : objectIDs.indices.filter { !deleted.contains($0) } }

    var count: Int { objectIDs.count - deleted.count }

    /// Whether a row was ever deleted.
    var hasDeleted: Bool { !deleted.isEmpty }

    /// Whether a row was not deleted.
    func isThere(_ row: Int) -> Bool { !deleted.contains(row) }

    /// Bytes that no text of a field exceeds.
    func longestText(of field: Int) -> Int { indexes.longestText(of: field, columns[field]) }

    /// The row of an object id; nil where it is not there.
    package func row(_ id: Int64) -> Int? { everyRow(id).flatMap { deleted.contains($0) ? nil : $0 } }

    /// The row of an object id, of one that was deleted too; nil where there never was one.
    func everyRow(_ id: Int64) -> Int? {
        var low = 0
        var high = objectIDs.count
        while low < high {
            let middle = (low + high) / 2
            if objectIDs[middle] < id { low = middle + 1 } else { high = middle }
        }
        return low < objectIDs.count && objectIDs[low] == id ? low : nil
    }

    /// The object ids of some rows, in the order of the rows.
    package func objectIDs(of rows: [Int]) -> [Int64] { rows.map { objectIDs[$0] } }

    /// The rows whose box meets a box, in their order.
    func rows(meeting box: Box) -> [Int] {
        guard let geometry else { return [] }
        var found = index.rows(meeting: box)
        if !unindexed.isEmpty {
            let late = Set(unindexed)
            found.removeAll { late.contains($0) }
            found += late.filter { geometry.boxes[$0].intersects(box) }
        }
        if !deleted.isEmpty { found.removeAll { deleted.contains($0) } }
        return found.sorted()
    }

    /// The box around every row that is there.
    package var extent: Box { extent(of: rows) }

    /// The box around some rows.
    func extent(of rows: some Sequence<Int>) -> Box {
        var box = Box.empty
        guard let geometry else { return box }
        for row in rows { box.extend(geometry.boxes[row]) }
        return box
    }

    /// Adds a feature and gives its object id; nil once there is none left.
    mutating func add(_ values: [Int: FieldValue], _ shape: Shape?) -> Int64? {
        guard lastObjectID < Int64(Int32.max) else { return nil }
        edition += 1
        lastObjectID += 1
        for field in columns.indices {
            columns[field].append(field == objectIDIndex ? .integer(lastObjectID) : values[field] ?? .null)
        }
        indexes.note(changed: nil, values, rows: objectIDs.count)
        objectIDs.append(lastObjectID)
        geometry?.append(shape)
        noteUnindexed(objectIDs.count - 1)
        history?.noteAdded(lastObjectID)
        return lastObjectID
    }

    /// Changes the values that are given, and the geometry where one is.
    mutating func update(_ row: Int, _ values: [Int: FieldValue], _ shape: Shape?) {
        edition += 1
        if !values.isEmpty { indexes.note(changed: row, values, rows: objectIDs.count) }
        for (field, value) in values where field != objectIDIndex { columns[field].replace(row, with: value) }
        history?.noteChanged(objectIDs[row])
        guard let shape else { return }
        geometry?.replace(row, with: shape)
        noteUnindexed(row)
    }

    mutating func delete(_ row: Int) {
        edition += 1
        let id = globalID(row)
        history?.noteDeleted(objectIDs[row], id)
        deleted.insert(row)
    }

    /// Packs the index anew once so many rows are unknown to it that looking through them takes longer than it saves.
    private mutating func noteUnindexed(_ row: Int) {
        guard let geometry else { return }
        unindexed.append(row)
        guard unindexed.count > 256 + objectIDs.count / 16 else { return }
        index = SpatialIndex(geometry.boxes)
        unindexed = []
    }
}
