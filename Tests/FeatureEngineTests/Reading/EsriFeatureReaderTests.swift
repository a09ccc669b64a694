import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Features as ArcGIS writes them` {
    private func table(_ type: FieldType, id: Int64) throws(DataProblem) -> FeatureTable {
        try EsriFeatureReader.read(
            [["attributes": ["FID": .integer(id)]]],
            document: ["fields": [["name": "FID", "type": .string(type.rawValue), "alias": "Number"]]],
            objectIDField: "FID", reference: .wgs84)
    }

    @Test func `name so many spatial references in one list`() throws {
        func read(_ references: Int) throws(DataProblem) -> FeatureTable {
            let features = (0..<2 * references).map { number -> JSONValue in
                // A table has no geometries: none of them is asked for.
                [
                    "attributes": ["FID": .integer(Int64(number))],
                    "geometry": ["spatialReference": ["wkid": .integer(Int64(-1 - number % references))]],
                ]
            }
            return try EsriFeatureReader.read(features, document: [:], objectIDField: "FID", reference: .wgs84)
        }
        #expect(try read(EsriGeometry.maximumReferences).featureCount == 2 * EsriGeometry.maximumReferences)
        let problem = #expect(throws: DataProblem.self) { try read(EsriGeometry.maximumReferences + 1) }
        #expect(problem?.path == "features[16].geometry.spatialReference")
        #expect(problem?.problem.contains("more than 16 in one list") == true)
    }

    /// What a document may call the field of the object ids.
    private static let types: [FieldType] = [.objectID, .smallInteger, .integer, .bigInteger, .date, .double, .text]

    @Test(arguments: types) func `have object ids of their own type`(type: FieldType) throws {
        let table = try table(type, id: 70_000)
        #expect(table.objectIDs(of: table.rows) == [70_000])
        #expect(table.objectIDField.type == .objectID)
        #expect(table.objectIDField.document["type"] == "esriFieldTypeOID")
        #expect(table.objectIDField.document["alias"] == "Number")
    }

    @Test(arguments: types, [-5, 2_147_483_648] as [Int64])
    func `have no object id beyond it`(type: FieldType, id: Int64) {
        let problem = #expect(throws: DataProblem.self) { try table(type, id: id) }
        #expect(problem?.path == "features[0].attributes.FID")
        #expect(problem?.problem.contains("esriFieldTypeOID goes from 0 to 2147483647") == true)
    }
}
