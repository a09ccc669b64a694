import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Edits of a layer` {
    private let path = "/server/rest/services/Traffic/FeatureServer/0/applyEdits"

    private func apply(_ form: String, _ probe: SiteProbe, as user: String? = "alice") throws -> SiteProbe.Outcome {
        let token = try user.map { try probe.token(for: $0) }
        return probe.send(
            "POST", path, headers: token.map { [("X-Esri-Authorization", "Bearer \($0)")] } ?? [],
            form: form + "&f=json")
    }

    @Test func `each edit that can be read has a result`() throws {
        let probe = try SiteProbe("token")
        let outcome = try apply(
            "adds=[{\"attributes\":{}},{\"attributes\":{}}]&updates=[{\"attributes\":{\"OBJECTID\":1}}]&deletes=1,99999&rollbackOnFailure=false",
            probe)
        #expect(outcome.answer.operation == "Traffic/applyEdits")
        let results = outcome.json
        #expect(results["addResults"]?.array?.map { $0["success"] } == [true, true])
        #expect(Set(results["addResults"]?.array?.compactMap { $0["objectId"]?.integer } ?? []).count == 2)
        #expect(results["updateResults"]?.array?.map { $0["success"] } == [true])
        #expect(results["deleteResults"]?.array?.map { $0["success"] } == [true, false])
    }

    @Test func `one edit that fails undoes the others`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let outcome = try apply("adds=[{\"attributes\":{\"NAME\":\"Elm\"}}]&deletes=1,99999", probe)
        #expect(outcome.json["addResults"]?[0]["error"]?["description"] == "Operation rolled back.")
        #expect(outcome.json["deleteResults"]?[1]["error"]?["code"] == 1019)
        #expect(try ids(probe, token) == [1, 2, 3, 4, 5])
    }

    @Test func `queries see what was edited, and another portal does not`() throws {
        let probe = try SiteProbe("token")
        let token = try probe.token(for: "alice")
        let added = try apply(
            "adds=[{\"attributes\":{\"NAME\":\"Elm\",\"CARS\":7},\"geometry\":{\"x\":-117.1,\"y\":34,\"spatialReference\":{\"wkid\":4326}}}]"
                + "&updates=[{\"attributes\":{\"OBJECTID\":2,\"CARS\":1}}]&deletes=[4]", probe)
        #expect(added.json["addResults"]?[0] == ["objectId": 6, "success": true])
        #expect(try ids(probe, token) == [1, 2, 3, 5, 6])
        #expect(try ids(probe, token, "where=CARS<10") == [2, 6])
        #expect(try ids(probe, token, "geometry=-117.11,33.9,-117.09,34.1&inSR=4326&where=NAME='Elm'") == [6])
        let other = try SiteProbe("token")
        #expect(try ids(other, try other.token(for: "alice")) == [1, 2, 3, 4, 5])
    }

    @Test func `features of one list name so many spatial references`() throws {
        let features = (0...16).map {
            "{\"attributes\":{},\"geometry\":{\"x\":0,\"y\":0,\"spatialReference\":{\"wkid\":\($0 + 900_000_000)}}}"
        }
        let outcome = try apply("adds=[\(features.joined(separator: ","))]", try SiteProbe("token"))
        #expect(outcome.error?["code"] == 400)
        #expect(outcome.text.contains("[16].geometry.spatialReference is one of more than 16"), "\(outcome.text)")
    }

    private func ids(_ probe: SiteProbe, _ token: String, _ query: String = "where=1=1") throws -> [Int64] {
        let path = "rest/services/Traffic/FeatureServer/0/query?returnIdsOnly=true&\(query)"
        return try #require(probe.server(path, token: token).json["objectIds"]?.array).compactMap(\.integer)
    }

    struct Neighbour: CustomTestStringConvertible, Sendable {
        let operation: String
        let form: String
        let answer: JSONValue
        var testDescription: String { operation }
    }

    @Test(arguments: [
        Neighbour(
            operation: "addFeatures", form: "features=[{\"attributes\":{\"NAME\":\"Elm\"}}]",
            answer: ["addResults": [["objectId": 6, "success": true]]]),
        Neighbour(
            operation: "updateFeatures", form: "features=[{\"attributes\":{\"objectid\":3,\"CARS\":5}}]",
            answer: ["updateResults": [["objectId": 3, "success": true]]]),
        Neighbour(
            operation: "deleteFeatures", form: "objectIds=2,3",
            answer: ["deleteResults": [["objectId": 2, "success": true], ["objectId": 3, "success": true]]]),
        Neighbour(
            operation: "deleteFeatures", form: "where=CARS>20000",
            answer: ["deleteResults": [["objectId": 3, "success": true]]]),
    ])
    func `its neighbours edit one way each`(row: Neighbour) throws {
        let outcome = try SiteProbe("anonymous").send(
            "POST", "/server/rest/services/Traffic/FeatureServer/0/\(row.operation)", form: row.form + "&f=json")
        #expect(outcome.json == row.answer)
        #expect(outcome.answer.operation == "Traffic/\(row.operation)")
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let name: String
        let feature: String
        let words: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Wrong(name: "unknown field", feature: #"{"attributes":{"NOPE":1}}"#, words: "NOPE"),
        Wrong(name: "text for a number", feature: #"{"attributes":{"CARS":"many"}}"#, words: "attributes.CARS"),
        Wrong(
            name: "a number that does not fit", feature: #"{"attributes":{"CARS":3000000000}}"#, words: "does not fit"),
        Wrong(
            name: "a text too long", feature: #"{"attributes":{"NAME":"\#(String(repeating: "x", count: 61))"}}"#,
            words: "61 characters"),
        Wrong(
            name: "geometry of another kind", feature: #"{"attributes":{},"geometry":{"rings":[]}}"#, words: "geometry"),
        Wrong(
            name: "unknown reference",
            feature: #"{"attributes":{},"geometry":{"x":1,"y":1,"spatialReference":{"wkid":999999}}}"#, words: "999999"),
        Wrong(name: "no feature", feature: "5", words: "no feature"),
    ])
    func `an edit that cannot be is told why`(row: Wrong) throws {
        let outcome = try SiteProbe("anonymous").send(
            "POST", path,
            form: "adds=[\(PercentEncoding.encode(row.feature))]&f=json")
        let error = try #require(outcome.json["addResults"]?[0]["error"])
        #expect(error["code"] == 1000)
        #expect(error["description"]?.string?.contains(row.words) == true)
    }

    @Test func `more edits than one request may have are refused whole`() throws {
        let many = Array(repeating: "{}", count: 10_001).joined(separator: ",")
        let probe = try SiteProbe("anonymous")
        for form in ["adds=[\(many)]", "deletes=" + Array(repeating: "1", count: 10_001).joined(separator: ",")] {
            let outcome = probe.send("POST", path, form: form + "&f=json")
            #expect(outcome.error?["details"]?[1].string?.contains("more than 10000") == true)
        }
    }

    @Test func `a service that is not for editing says so`() throws {
        let outcome = try SiteProbe("anonymous").send(
            "POST", "/server/rest/services/Roads/FeatureServer/0/applyEdits", form: "adds=[]&f=json")
        #expect(outcome.error?["message"] == "This operation is not supported.")
    }

    @Test func `who may not, what cannot be read and another method are refused`() throws {
        let probe = try SiteProbe("token")
        #expect(try apply("adds=[]", probe, as: nil).code == 499)
        #expect(try apply("adds={", probe).code == 400)
        #expect(try apply("updates=5", probe).code == 400)
        let token = try probe.token(for: "alice")
        #expect(
            probe.server("rest/services/Traffic/FeatureServer/0/applyEdits?adds=[]", token: token).code == 405)
    }
}
