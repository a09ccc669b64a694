internal import JSONValues

/// The records that belong to some features, or one page of them.
public struct RelatedRecords: Sendable {
    /// The records of one feature.
    public struct Group: Sendable, Hashable {
        /// The feature to which they belong.
        public let objectID: Int64
        /// The records in the order in which they came.
        public let records: [Feature]
    }
    /// The features that have records, each with its own; one without any is not among them.
    public let groups: [Group]
    /// The fields of the records.
    public let fields: [Field]
    /// The type of their geometries; nil for tables.
    public let geometryType: String?
    /// What their geometries are measured in.
    public let spatialReference: SpatialReference?
    /// Whether there are more than the server sends at a time.
    public let exceededTransferLimit: Bool

    /// Reads an answer; nil where it holds no groups.
    init?(_ json: JSONValue) {
        guard let list = json["relatedRecordGroups"]?.array else { return nil }
        let reference = SpatialReference(json["spatialReference"])
        spatialReference = reference
        groups = list.compactMap { group in
            guard let id = Self.id(group) else { return nil }
            let records = group["relatedRecords"]?.array ?? []
            return Group(objectID: id, records: records.map { Feature($0, default: reference) })
        }
        fields = (json["fields"]?.array ?? []).compactMap(Field.init)
        geometryType = json.text("geometryType")
        exceededTransferLimit = json.flag("exceededTransferLimit") ?? false
    }

    /// The numbers of records by feature, as an answer that only counts has them; nil where it holds no groups.
    static func counts(_ json: JSONValue) -> [Int64: Int]? {
        guard let list = json["relatedRecordGroups"]?.array else { return nil }
        var counts: [Int64: Int] = [:]
        for group in list {
            guard let id = id(group), let count = group.number("count").flatMap({ Int(exactly: $0) }) else {
                return nil
            }
            counts[id] = count
        }
        return counts
    }

    private static func id(_ group: JSONValue) -> Int64? { group.number("objectId").flatMap { Int64(exactly: $0) } }

    /// The records of one feature; empty where it has none.
    public subscript(objectID: Int64) -> [Feature] { groups.filter { $0.objectID == objectID }.flatMap(\.records) }
}
