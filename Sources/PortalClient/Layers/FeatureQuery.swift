internal import JSONValues

/// What features are asked for (developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/).
public struct FeatureQuery: Sendable, Hashable {
    /// How a feature must lie to the geometry.
    public enum SpatialRelationship: String, Sendable, Hashable {
        case intersects = "esriSpatialRelIntersects"
        case contains = "esriSpatialRelContains"
        case within = "esriSpatialRelWithin"
        case crosses = "esriSpatialRelCrosses"
        case touches = "esriSpatialRelTouches"
        case overlaps = "esriSpatialRelOverlaps"
        case envelopesIntersect = "esriSpatialRelEnvelopeIntersects"
    }
    /// A field to sort by.
    public struct Order: Sendable, Hashable {
        /// The field.
        public var field: String
        /// Whether to sort downwards.
        public var isDescending: Bool

        /// Sorts by a field. Default: upwards.
        public init(_ field: String, isDescending: Bool = false) {
            self.field = field
            self.isDescending = isDescending
        }
    }
    /// A number that the server computes instead of sending features.
    public struct Statistic: Sendable, Hashable {
        /// What is computed.
        public enum Kind: String, Sendable, Hashable { case count, sum, min, max, avg, stddev, `var` }
        /// What is computed.
        public var kind: Kind
        /// Over which field.
        public var field: String
        /// What the result is called.
        public var name: String

        /// Computes something; by default the result is called after it, as `sum_CARS`.
        public init(_ kind: Kind, of field: String, named name: String? = nil) {
            self.kind = kind
            self.field = field
            self.name = name ?? "\(kind.rawValue)_\(field)"
        }
    }

    /// The condition in SQL; nil asks for all unless geometry or ids are given.
    public var whereClause: String?
    /// Where features must lie.
    public var geometry: Geometry?
    /// How they must lie there. Default: share a point.
    public var relationship: SpatialRelationship = .intersects
    /// When features must be; only time-aware layers know it (``FeatureLayer/timeInfo``).
    public var time: TimeExtent?
    /// Only the features with these ids; empty does not narrow it.
    public var objectIDs: [Int64] = []
    /// The fields that are wanted. Default: all.
    public var outFields: [String] = ["*"]
    /// Whether geometries are wanted. Default: yes.
    public var returnsGeometry: Bool = true
    /// Whether the middle of each polygon is wanted, as ``Feature/centroid``. Default: no.
    public var returnsCentroid: Bool = false
    /// The grid to which the server snaps coordinates. Default: none, and coordinates come as the server keeps them.
    public var quantization: Quantization?
    /// What geometries shall be measured in; nil leaves it to the server.
    public var outSpatialReference: SpatialReference?
    /// What is sorted by, the first counting most.
    public var orderBy: [Order] = []
    /// How many features are left out before the first.
    public var offset: Int?
    /// How many features are wanted at most; servers have limits of their own.
    public var limit: Int?
    /// What is computed instead of sending features.
    public var statistics: [Statistic] = []
    /// The fields by whose values statistics are told apart.
    public var groupBy: [String] = []
    /// The condition in SQL that groups have to meet, over functions such as `AVG(CARS)`; it needs statistics beside it.
    public var having: String?
    /// Whether features that are alike in the wanted fields come once only. Default: no.
    public var returnsDistinctValues: Bool = false

    /// Asks for what a condition holds for; for everything by default.
    public init(where clause: String? = nil) { whereClause = clause }

    /// Asks for what lies somewhere.
    public init(in geometry: Geometry, where clause: String? = nil) {
        whereClause = clause
        self.geometry = geometry
    }

    /// What only counts or names features.
    enum Result: String { case count = "returnCountOnly", ids = "returnIdsOnly" }

    func parameters(only result: Result? = nil) -> [(String, String)] {
        var pairs: [(String, String)] = []
        if let clause = whereClause ?? (geometry == nil && objectIDs.isEmpty && time == nil ? "1=1" : nil) {
            pairs.append(("where", clause))
        }
        if let geometry {
            pairs += [
                ("geometry", geometry.json.text()), ("geometryType", geometry.typeName),
                ("spatialRel", relationship.rawValue),
            ]
            if let reference = geometry.spatialReference { pairs.append(("inSR", reference.parameter)) }
        }
        if let time { pairs.append(("time", time.parameter)) }
        if !objectIDs.isEmpty { pairs.append(("objectIds", objectIDs.map(String.init).joined(separator: ","))) }
        if let result {
            pairs.append((result.rawValue, "true"))
            return pairs
        }
        if statistics.isEmpty {
            pairs += [("outFields", outFields.joined(separator: ",")), ("returnGeometry", "\(returnsGeometry)")]
            if let outSpatialReference { pairs.append(("outSR", outSpatialReference.parameter)) }
            if returnsCentroid { pairs.append(("returnCentroid", "true")) }
            if let quantization { pairs.append(("quantizationParameters", quantization.parameter)) }
            if returnsDistinctValues { pairs.append(("returnDistinctValues", "true")) }
        } else {
            pairs.append(("outStatistics", JSONValue.array(statistics.map(\.json)).text()))
            if !groupBy.isEmpty { pairs.append(("groupByFieldsForStatistics", groupBy.joined(separator: ","))) }
            if let having { pairs.append(("having", having)) }
        }
        if !orderBy.isEmpty { pairs.append(("orderByFields", orderBy.map(\.text).joined(separator: ","))) }
        if let offset { pairs.append(("resultOffset", String(offset))) }
        if let limit { pairs.append(("resultRecordCount", String(limit))) }
        return pairs
    }
}

extension FeatureQuery.Order {
    /// The field as `orderByFields` lists it.
    var text: String { isDescending ? "\(field) DESC" : field }
}

extension FeatureQuery.Statistic {
    fileprivate var json: JSONValue {
        [
            "statisticType": .string(kind.rawValue), "onStatisticField": .string(field),
            "outStatisticFieldName": .string(name),
        ]
    }
}
