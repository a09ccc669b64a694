import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Queries for related records` {
    private func get(_ path: String) throws -> JSONValue {
        try SiteProbe("anonymous").server("rest/services/\(path)").json
    }

    @Test func `go either way, from maps and feature services`() throws {
        for kind in ["FeatureServer", "MapServer"] {
            let there = try get("Surveys/\(kind)/0/queryRelatedRecords?objectIds=3&relationshipId=0&outFields=BIRDS")
            #expect(there["geometryType"] == nil && there["relatedRecordGroups"]?[0]["objectId"] == 3)
            #expect(there["fields"]?.array?.compactMap { $0["name"]?.string } == ["OBJECTID", "BIRDS"])
            let visits = there["relatedRecordGroups"]?[0]["relatedRecords"]?.array ?? []
            #expect(visits.map { $0["attributes"]?["BIRDS"] } == [19, 10, 18] && visits[0]["geometry"] == nil)
            let back = try get("Surveys/\(kind)/1/queryRelatedRecords?objectIds=3,12&relationshipId=0&outSR=4326")
            #expect(back["geometryType"] == "esriGeometryMultipoint" && back["spatialReference"]?["wkid"] == 4326)
            let groups = back["relatedRecordGroups"]?.array ?? []
            #expect(groups.map { $0["objectId"] } == [3, 12])
            #expect(groups.allSatisfy { $0["relatedRecords"]?[0]["attributes"]?["PLOT"] == "P03" })
            #expect(groups[0]["relatedRecords"]?[0]["geometry"]?["points"]?.array?.count == 4)
        }
    }

    @Test func `are listed by the layers and by their service`() throws {
        let layer = try get("Surveys/FeatureServer/0")
        #expect(layer["relationships"]?.array?.map { $0["relatedTableId"] } == [1, 2])
        let service = try get("Surveys/FeatureServer")
        let first = try #require(service["relationships"]?[0])
        #expect(first["originLayerId"] == 0 && first["destinationLayerId"] == 1)
        #expect(first["originPrimaryKey"] == "PLOT" && first["originForeignKey"] == "PLOT")
        #expect(service["relationships"]?.array?.count == 2)
        #expect(try get("Roads/FeatureServer")["relationships"] == [])
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let query: String
        let details: [JSONValue]
        var testDescription: String { query }
    }

    @Test(arguments: [
        Wrong(
            query: "relationshipId=0",
            details: [
                "'objectIds' parameter is invalid",
                "objectIds: is missing; name the features whose related records are wanted",
            ]),
        Wrong(
            query: "objectIds=1", details: ["'relationshipId' parameter is invalid", "relationshipId: is missing"]),
        Wrong(
            query: "objectIds=1&relationshipId=9",
            details: [
                "'relationshipId' parameter is invalid", "relationshipId: the layer has no relationship 9; it has 0, 1",
            ]),
        Wrong(
            query: "objectIds=1&relationshipId=0&definitionExpression=A=1",
            details: [
                "'Invalid field: A' parameter is invalid",
                "definitionExpression: A is no field of this layer; it has OBJECTID, PLOT, VISITED, SURVEYOR, BIRDS, DEPTH, at character 1",
            ]),
        Wrong(
            query: "objectIds=1&relationshipId=0&definitionExpression=(",
            details: [
                "'definitionExpression' parameter is invalid",
                "definitionExpression: a field or a value expected, not the end, at character 2",
            ]),
        Wrong(
            query: "objectIds=1&relationshipId=0&resultOffset=-1",
            details: ["'resultOffset' parameter is invalid", "resultOffset: \"-1\" is no whole number from 0 on"]),
    ])
    func `are refused with what is wrong`(row: Wrong) throws {
        let error = try get("Surveys/FeatureServer/0/queryRelatedRecords?\(row.query)")["error"]
        #expect(error?["code"] == 400 && error?["details"] == .array(row.details))
    }

    @Test func `have no group for a feature without any`() throws {
        let answer = try get("Surveys/FeatureServer/0/queryRelatedRecords?objectIds=6,77&relationshipId=0")
        #expect(answer["relatedRecordGroups"] == [] && answer["exceededTransferLimit"] == nil)
    }
}
