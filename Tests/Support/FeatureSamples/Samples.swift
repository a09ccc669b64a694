package import FeatureEngine
package import JSONValues

/// Tables for tests.
package enum Samples {
    /// A table of points, from attributes and longitude and latitude.
    package static func table(_ features: [(attributes: JSONValue, at: (Double, Double)?)]) throws -> FeatureTable {
        let elements = features.enumerated().map { index, feature -> JSONValue in
            [
                "type": "Feature", "id": .integer(Int64(index + 1)), "properties": feature.attributes,
                "geometry": feature.at.map {
                    ["type": "Point", "coordinates": [.number($0.0), .number($0.1)]]
                } ?? .null,
            ]
        }
        return try read(["type": "FeatureCollection", "features": .array(elements)])
    }

    /// The table of a feature collection.
    package static func read(_ collection: JSONValue, fields: [JSONValue] = []) throws -> FeatureTable {
        try GeoJSONReader.read(collection.canonicalBytes(), objectIDField: "OBJECTID", fields: fields)
    }

    /// The object ids of the rows of which a clause is true.
    package static func ids(where clause: String, among ids: Set<Int64>? = nil, of table: FeatureTable)
        throws(QueryProblem)
        -> [Int64]
    {
        let parsed: WhereClause
        do {
            parsed = try WhereParser.parse(clause)
        } catch {
            throw QueryProblem(error)
        }
        let query = LayerQuery(clause: parsed, ids: ids, fields: [], outReference: .webMercator, limit: 1000)
        return table.objectIDs(of: try query.rows(of: table))
    }
}

/// Numbers that are the same in every run (Knuth's linear congruential generator, MMIX).
package struct Dice: RandomNumberGenerator {
    private var state: UInt64

    /// The run of a seed.
    package init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// The next number.
    package mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
