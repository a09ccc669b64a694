import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Edits across the layers of a service` {
    private let path = "/server/rest/services/Inspections/FeatureServer/"

    private func apply(_ edits: String, _ probe: SiteProbe, more: String = "") -> SiteProbe.Outcome {
        probe.send("POST", path + "applyEdits", form: "edits=\(PercentEncoding.encode(edits))&f=json\(more)")
    }

    private func ids(_ layer: Int, _ probe: SiteProbe) -> [Int64]? {
        probe.server("rest/services/Inspections/FeatureServer/\(layer)/query?where=1=1&returnIdsOnly=true", token: nil)
            .json["objectIds"]?.array?.compactMap(\.integer)
    }

    @Test func `each layer has results, in the order of the request`() throws {
        let probe = try SiteProbe("anonymous")
        let outcome = apply(
            #"[{"id":1,"deletes":[3]},{"id":0,"adds":[{"attributes":{"STREET":"Elm"}}],"updates":[{"attributes":{"OBJECTID":1}}]}]"#,
            probe)
        #expect(outcome.json.array?.map { $0["id"] } == [1, 0])
        #expect(outcome.json[0]["deleteResults"]?[0]["success"] == true)
        #expect(outcome.json[1]["addResults"]?[0]["objectId"] == 5)
        #expect(outcome.json[1]["addResults"]?[0]["globalId"]?.string?.count == 38)
        #expect(ids(0, probe) == [1, 2, 3, 4, 5] && ids(1, probe) == [1, 2])
    }

    @Test func `one that fails undoes those of every layer, unless that is not wanted`() throws {
        let edits = #"[{"id":0,"deletes":[1]},{"id":1,"deletes":[99]}]"#
        let undone = try SiteProbe("anonymous")
        #expect(apply(edits, undone).json[0]["deleteResults"]?[0]["error"]?["code"] == 1003)
        #expect(ids(0, undone) == [1, 2, 3, 4])
        let kept = try SiteProbe("anonymous")
        #expect(apply(edits, kept, more: "&rollbackOnFailure=false").json[0]["deleteResults"]?[0]["success"] == true)
        #expect(ids(0, kept) == [2, 3, 4])
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let edits: String
        let words: String
        var testDescription: String { edits }
    }

    @Test(arguments: [
        Wrong(edits: "", words: "is missing"), Wrong(edits: "{}", words: "no JSON list"),
        Wrong(edits: #"[{"id":7}]"#, words: "has 0, 1"), Wrong(edits: #"[{"id":0},{"id":0}]"#, words: "twice"),
        Wrong(edits: #"[{"id":0,"adds":5}]"#, words: "no JSON list of features"),
        Wrong(edits: #"[{"id":0,"deletes":["x"]}]"#, words: "no object id"),
        Wrong(
            edits: #"[{"id":0,"addds":[{}]}]"#,
            words: "addds: is not known; there are id, adds, updates, deletes, attach"),
        Wrong(edits: #"[{"id":0,"deletes":[1],"deletes":[2]}]"#, words: "a second time"),
        Wrong(
            edits: #"[{"id":0,"attachments":{"adds":[{}]}}]"#, words: "edits[0].attachments.adds[0].data: is missing"),
    ])
    func `what cannot be read is refused whole`(row: Wrong) throws {
        let outcome = apply(row.edits, try SiteProbe("anonymous"))
        #expect(outcome.error?["code"] == 400)
        #expect(outcome.error?["details"]?[1].string?.contains(row.words) == true, "\(outcome.json)")
    }

    @Test func `global ids name features where the layer has them`() throws {
        let probe = try SiteProbe("anonymous")
        let id = "{6B29FC40-CA47-1067-B31D-00DD010662DA}"
        let added = apply(
            #"[{"id":0,"adds":[{"attributes":{"GlobalID":"\#(id)"}}],"deletes":["{00001a04-0000-4000-8000-000000000004}"]}]"#,
            probe, more: "&useGlobalIds=true")
        #expect(added.json[0]["addResults"]?[0] == ["objectId": 5, "globalId": .string(id), "success": true])
        #expect(added.json[0]["deleteResults"]?[0]["objectId"] == 4)
        let again = apply(
            #"[{"id":0,"adds":[{"attributes":{"GlobalID":"\#(id)"}},{"attributes":{}}]}]"#, probe,
            more: "&useGlobalIds=true&rollbackOnFailure=false")
        let errors = again.json[0]["addResults"]?.array?.map { $0["error"]?["description"]?.string ?? "" }
        #expect(errors?.first?.contains("another feature's") == true && errors?.last?.contains("is missing") == true)
        let refused = probe.send(
            "POST", "/server/rest/services/Traffic/FeatureServer/0/applyEdits",
            form: "deletes=1&useGlobalIds=true&f=json")
        #expect(refused.error?["details"]?[1].string?.contains("global ids") == true)
    }

    @Test func `a kind of edit that the layer does not offer is refused`() throws {
        let probe = try SiteProbe("anonymous")
        let path = "/server/rest/services/Notices/FeatureServer/0/"
        let refused = probe.send("POST", path + "deleteFeatures", form: "objectIds=1&f=json")
        #expect(refused.error?["message"] == "This operation is not supported.")
        #expect(refused.error?["details"]?[0].string?.contains("no Delete") == true)
        let added = probe.send(
            "POST", path + "addFeatures",
            form: "features=[{\"attributes\":{}},{\"attributes\":{\"X\":1}}]&rollbackOnFailure=false&f=json")
        #expect(added.json["addResults"]?[0]["error"]?["code"] == 1003)
    }
}
