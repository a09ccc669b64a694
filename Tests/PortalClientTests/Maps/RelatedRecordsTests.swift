import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

struct `Related records of a layer` {
    private static let answer: JSONValue = [
        "geometryType": "esriGeometryPoint", "spatialReference": ["wkid": 4326],
        "fields": [["name": "ID", "type": "esriFieldTypeOID"]], "exceededTransferLimit": true,
        "relatedRecordGroups": [
            ["objectId": 3, "relatedRecords": [["attributes": ["ID": 7], "geometry": ["x": 1, "y": 2]]]],
            ["objectId": 9, "relatedRecords": [["attributes": ["ID": 8]], ["attributes": ["ID": 9]]]],
        ],
    ]

    private func layer(_ stage: Stage) throws -> FeatureLayer {
        FeatureLayer(url: try HTTPURL("https://h.test/server/rest/services/T/FeatureServer/0"), in: stage.environment)
    }

    @Test func `are asked for with all that was said`() async throws {
        let stage = Stage(script: { _ in .json(Self.answer) })
        var query = RelatedRecordsQuery(relationshipID: 4, of: [3, 9])
        query.definitionExpression = "A > 1"
        query.outFields = ["A", "B"]
        query.returnsGeometry = false
        query.outSpatialReference = .wgs84
        query.orderBy = [.init("A", isDescending: true), .init("B")]
        query.offset = 2
        query.limit = 3
        let found = try await layer(stage).relatedRecords(query)
        #expect(
            stage.transport.sent[0].queryFields == [
                "objectIds": "3,9", "relationshipId": "4", "definitionExpression": "A > 1", "outFields": "A,B",
                "returnGeometry": "false", "outSR": "4326", "orderByFields": "A DESC,B", "resultOffset": "2",
                "resultRecordCount": "3", "f": "json",
            ])
        #expect(stage.transport.sent[0].path.hasSuffix("/FeatureServer/0/queryRelatedRecords"))
        #expect(found.groups.map(\.objectID) == [3, 9] && found.exceededTransferLimit)
        #expect(found[3].first?.geometry == .point(Position(x: 1, y: 2), .wgs84))
        #expect(found[9].map { $0["id"] } == [8, 9] && found[1].isEmpty)
        #expect(found.fields.map(\.name) == ["ID"] && found.geometryType == "esriGeometryPoint")
    }

    @Test func `are counted`() async throws {
        let stage = Stage(script: { _ in .json(["relatedRecordGroups": [["objectId": 3, "count": 5]]]) })
        #expect(
            try await layer(stage).relatedRecordCounts(RelatedRecordsQuery(relationshipID: 0, of: [3, 4])) == [3: 5])
        #expect(stage.transport.sent[0].queryFields["returnCountOnly"] == "true")
        #expect(stage.transport.sent[0].queryFields["outFields"] == nil)
    }

    @Test func `follow the relationships that the metadata name`() async throws {
        let stage = Stage(script: { sent in
            sent.path.hasSuffix("queryRelatedRecords")
                ? .json(Self.answer)
                : .json([
                    "name": "T", "timeInfo": ["startTimeField": "D", "endTimeField": nil, "timeExtent": [5, 9]],
                    "relationships": [
                        [
                            "id": 6, "name": "R", "relatedTableId": 2, "cardinality": "esriRelCardinalityOneToMany",
                            "role": "esriRelRoleOrigin", "keyField": "K",
                        ], ["id": "x"],
                    ],
                ])
        })
        let layer = try layer(stage)
        #expect(layer.relationships.isEmpty && layer.timeInfo == nil)
        try await layer.load()
        let relationship = try #require(layer.relationships.first)
        #expect(layer.relationships.count == 1 && relationship.name == "R" && relationship.relatedTableID == 2)
        #expect(relationship.cardinality == .oneToMany && relationship.role == .origin && relationship.keyField == "K")
        #expect(layer.timeInfo?.startField == "D" && layer.timeInfo?.endField == nil)
        #expect(
            layer.timeInfo?.extent == TimeExtent(from: Timestamp(milliseconds: 5), to: Timestamp(milliseconds: 9)))
        _ = try await layer.relatedRecords(of: [3], by: relationship)
        #expect(stage.transport.sent.last?.queryFields["relationshipId"] == "6")
    }

    @Test func `of very many features travel as a form`() async throws {
        let stage = Stage(script: { _ in .json(Self.answer) })
        _ = try await layer(stage).relatedRecords(
            RelatedRecordsQuery(relationshipID: 0, of: (1...1000).map { Int64($0) }))
        #expect(stage.transport.sent[0].method == "POST" && stage.transport.sent[0].form["relationshipId"] == "0")
    }

    @Test func `are told from what is no answer`() async throws {
        let stage = Stage(script: { _ in .json(["features": []]) })
        let layer = try layer(stage)
        let query = RelatedRecordsQuery(relationshipID: 0, of: [1])
        #expect(
            await failure { () throws(PortalError) in try await layer.relatedRecords(query) }?.code
                == .unexpectedContent)
        #expect(
            await failure { () throws(PortalError) in try await layer.relatedRecordCounts(query) }?.code
                == .unexpectedContent)
    }
}
