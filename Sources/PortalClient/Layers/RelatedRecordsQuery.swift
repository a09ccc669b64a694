internal import JSONValues

/// Which related records are asked for
/// (developers.arcgis.com/rest/services-reference/enterprise/query-related-records-feature-service/).
public struct RelatedRecordsQuery: Sendable, Hashable {
    /// The number of the relationship (``LayerRelationship/id``).
    public var relationshipID: Int
    /// The features whose related records are wanted.
    public var objectIDs: [Int64]
    /// The condition in SQL that related records must meet; nil takes all.
    public var definitionExpression: String?
    /// The fields of the related records that are wanted. Default: all.
    public var outFields: [String] = ["*"]
    /// Whether geometries are wanted. Default: yes; tables have none.
    public var returnsGeometry: Bool = true
    /// What geometries shall be measured in; nil leaves it to the server.
    public var outSpatialReference: SpatialReference?
    /// What the records of each feature are sorted by; needs a server that supports advanced related queries.
    public var orderBy: [FeatureQuery.Order] = []
    /// How many records are left out before the first, those of all features counted together; needs a server that knows pages of them.
    public var offset: Int?
    /// How many records are wanted at most; servers have limits of their own.
    public var limit: Int?

    /// Asks for the records that belong to some features by a relationship.
    public init(relationshipID: Int, of objectIDs: [Int64]) {
        self.relationshipID = relationshipID
        self.objectIDs = objectIDs
    }

    func parameters(onlyCounts: Bool = false) -> [(String, String)] {
        var pairs = [
            ("objectIds", objectIDs.map(String.init).joined(separator: ",")), ("relationshipId", "\(relationshipID)"),
        ]
        if let definitionExpression { pairs.append(("definitionExpression", definitionExpression)) }
        if onlyCounts { return pairs + [("returnCountOnly", "true")] }
        pairs += [("outFields", outFields.joined(separator: ",")), ("returnGeometry", "\(returnsGeometry)")]
        if let outSpatialReference { pairs.append(("outSR", outSpatialReference.parameter)) }
        if !orderBy.isEmpty { pairs.append(("orderByFields", orderBy.map(\.text).joined(separator: ","))) }
        if let offset { pairs.append(("resultOffset", String(offset))) }
        if let limit { pairs.append(("resultRecordCount", String(limit))) }
        return pairs
    }
}
