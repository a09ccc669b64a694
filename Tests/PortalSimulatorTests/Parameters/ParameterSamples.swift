import FeatureEngine
import JSONValues

@testable import PortalSimulator

/// What queries find and answer, by their parameters.
enum ParameterSamples {
    /// The object ids that a query finds.
    static func ids(_ parameters: [String: String], of table: FeatureTable) throws(ParameterProblem) -> [Int64] {
        let query = try LayerQuery(
            QueryParameters { parameters[$0] }, of: table, reference: .webMercator, maximum: 1000, isGeoJSON: false)
        return table.objectIDs(
            of: try ParameterProblem.naming { () throws(QueryProblem) in try query.rows(of: table) })
    }

    /// What a query answers.
    static func answer(_ parameters: [String: String], of table: FeatureTable) throws -> JSONValue {
        let isGeoJSON = parameters["f"] == "geojson"
        let query = try LayerQuery(
            QueryParameters { parameters[$0] }, of: table, reference: .webMercator, maximum: 1000, isGeoJSON: isGeoJSON)
        let answer = try ParameterProblem.naming { () throws(QueryProblem) in
            try QueryAnswer(query, of: table, globalIDField: "", as: isGeoJSON ? .geoJSON : .json)
        }
        switch answer {
        case .document(let document): return document
        case .text(let bytes): return try JSONValue(parsing: bytes)
        }
    }
}
