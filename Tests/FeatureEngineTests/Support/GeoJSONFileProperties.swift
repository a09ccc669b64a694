import JSONValues

@testable import FeatureEngine

/// What holds for the reader of data files, whatever file it is given; the fuzzer and the tests ask the same.
enum GeoJSONFileProperties {
    /// The first property that a file breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let table: FeatureTable
        do throws(DataProblem) {
            table = try GeoJSONReader.read(bytes, objectIDField: "OBJECTID", fields: told)
        } catch {
            guard !error.problem.isEmpty else { return "an error without words" }
            return error.problem.utf8.count + error.path.utf8.count < 8000 ? nil : "an error that is too long to read"
        }
        let rows = table.objectIDs.count
        guard table.columns.allSatisfy({ count(of: $0) == rows }), table.geometry?.count ?? rows == rows else {
            return "columns of different lengths"
        }
        do throws(QueryProblem) {
            let whole = try answer(of: table)
            guard whole?["features"]?.array?.count == rows else { return "not every feature is answered" }
            guard try answer(of: table, .extent(withCount: false)) != nil else { return "no extent" }
            guard let again = try answer(of: table, isGeoJSON: true) else { return "no GeoJSON" }
            guard let read = try? GeoJSONReader.read(again.bytes(), objectIDField: "OBJECTID", fields: told),
                read.objectIDs == table.objectIDs
            else { return "what is answered as GeoJSON does not read to the same features" }
            let box = table.extent
            guard !box.isEmpty else { return nil }
            let wide = box.widened(by: 1)
            let bytes = try MapPicture.draw(
                [.init(table: table, drawingInfo: nil, clause: nil)], box: wide, in: .webMercator, width: 32,
                height: 32, isTransparent: true)
            return bytes.count < 4096 ? nil : "a small picture of \(bytes.count) bytes"
        } catch {
            return "a query that asks for everything is refused: \(error.problem)"
        }
    }

    /// What a layer says of its fields; it says nothing of others.
    private static let told: [JSONValue] = [
        ["name": "KIND", "type": "esriFieldTypeString", "alias": "Kind"],
        ["name": "WHEN", "type": "esriFieldTypeDate"],
        ["name": "SIZE", "type": "esriFieldTypeSingle"], ["name": "LANES", "type": "esriFieldTypeSmallInteger"],
        ["name": "NOTE", "type": "esriFieldTypeString", "length": 12],
    ]

    private static func count(of column: Column) -> Int {
        switch column {
        case .integers(let values): values.count
        case .numbers(let values): values.count
        case .texts(let values): values.count
        }
    }

    /// What a query answers that asks for every row; nil where that is no JSON text.
    private static func answer(
        of table: FeatureTable, _ wanted: LayerQuery.Wanted = .features, isGeoJSON: Bool = false
    ) throws(QueryProblem) -> JSONValue? {
        let query = LayerQuery(
            wanted, clause: try? WhereParser.parse("1=1"), fields: Array(table.fields.indices),
            outReference: isGeoJSON ? .wgs84 : .webMercator, limit: 1_000_000)
        switch try QueryAnswer(query, of: table, globalIDField: "", as: isGeoJSON ? .geoJSON : .json) {
        case .document(let document): return document
        case .text(let bytes): return try? JSONValue(parsing: bytes)
        }
    }
}
