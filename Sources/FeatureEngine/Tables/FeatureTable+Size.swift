/// How many bytes the features of a table take.
extension FeatureTable {
    /// About how many bytes clients added: 16 for each value, empty ones too, 64 for each feature, deleted ones too, and those of long
    /// texts and vertices.
    package var addedBytes: Int { max(0, size - room.given) }

    /// Counts what is there as the portal's own.
    package mutating func countAsGiven() { room.given = size }

    private var size: Int { objectIDs.count * (fields.count * 16 + 64) + room.contents }

    /// Bytes of the texts of a column beside their places.
    static func contents(of column: Column) -> Int {
        guard case .texts(let values) = column else { return 0 }
        return values.reduce(0) { sum, text in sum + (text.map { EditRoom.size(.text($0)) } ?? 0) }
    }
}
