import HTTPSemantics
import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Attachments that come with edits of features` {
    private let path = "/server/rest/services/Inspections/FeatureServer/"
    private let feature = "{BBBBBBBB-0000-4000-8000-000000000001}"
    private let file = "{CCCCCCCC-0000-4000-8000-000000000001}"

    /// A layer edited by itself, or among those of its service.
    enum Place: String, CaseIterable { case layer, service }

    private func apply(
        _ place: Place, _ adds: String, _ attachments: String, _ probe: SiteProbe, more: String = "&useGlobalIds=true"
    ) -> SiteProbe.Outcome {
        let form =
            place == .layer
            ? "adds=\(PercentEncoding.encode(adds))&attachments=\(PercentEncoding.encode(attachments))"
            : "edits=\(PercentEncoding.encode(#"[{"id":0,"adds":\#(adds),"attachments":\#(attachments)}]"#))"
        let outcome = probe.send(
            "POST", path + (place == .layer ? "0/applyEdits" : "applyEdits"), form: form + "&f=json" + more)
        return outcome
    }

    private func results(_ outcome: SiteProbe.Outcome) -> JSONValue {
        outcome.json.array?.first ?? outcome.json
    }

    private func attached(_ id: Int64, _ probe: SiteProbe) -> [JSONValue] {
        probe.send("GET", path + "0/\(id)/attachments?f=json").json["attachmentInfos"]?.array ?? []
    }

    @Test(arguments: Place.allCases) func `are added, changed and deleted`(place: Place) throws {
        let probe = try SiteProbe("anonymous")
        let added = apply(
            place, #"[{"attributes":{"GlobalID":"\#(feature)"}}]"#,
            #"{"adds":[{"globalId":"\#(file)","parentGlobalId":"\#(feature)","contentType":"text/plain","name":"a.txt","data":"aGVsbG8="}]}"#,
            probe)
        let id = try #require(results(added)["addResults"]?[0]["objectId"]?.integer, "\(added.json)")
        let result = results(added)["attachments"]?["addResults"]?[0]
        #expect(result?["globalId"]?.string == file && result?["success"] == true, "\(added.json)")
        #expect(attached(id, probe).first?["name"] == "a.txt" && attached(id, probe).first?["size"] == 5)
        let number = try #require(result?["objectId"]?.integer)
        let bytes = probe.send("GET", path + "0/\(id)/attachments/\(number)").text
        #expect(bytes == "hello")
        let changed = apply(place, "[]", #"{"updates":[{"globalId":"\#(file)","data":"aGk="}]}"#, probe)
        #expect(results(changed)["attachments"]?["updateResults"]?[0]["success"] == true, "\(changed.json)")
        #expect(attached(id, probe).first?["name"] == "a.txt" && attached(id, probe).first?["size"] == 2)
        let deleted = apply(place, "[]", #"{"deletes":["\#(file)"]}"#, probe)
        #expect(results(deleted)["attachments"]?["deleteResults"]?[0]["success"] == true, "\(deleted.json)")
        #expect(attached(id, probe).isEmpty)
    }

    @Test(arguments: Place.allCases) func `are undone with the features, and these with them`(place: Place) throws {
        let probe = try SiteProbe("anonymous")
        let outcome = apply(
            place, #"[{"attributes":{"GlobalID":"\#(feature)"}}]"#,
            #"{"adds":[{"globalId":"\#(file)","parentGlobalId":"\#(feature)","name":"a","data":""}],"deletes":["\#(feature)"]}"#,
            probe)
        let results = results(outcome)
        #expect(results["addResults"]?[0]["error"]?["code"] == 1003, "\(outcome.json)")
        #expect(results["attachments"]?["addResults"]?[0]["error"]?["code"] == 1003)
        #expect(results["attachments"]?["deleteResults"]?[0]["error"]?["code"] == 1000)
        #expect(
            probe.send("GET", path + "0/query?where=1=1&returnCountOnly=true&f=json").json["count"] == 4)
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let attachments: String
        let words: String
        var more = "&useGlobalIds=true"
        var testDescription: String { words }
    }

    @Test(arguments: [
        Wrong(
            attachments: #"{"deletes":["{CCCCCCCC-0000-4000-8000-000000000001}"]}"#, words: "useGlobalIds=true",
            more: ""),
        Wrong(attachments: #"{"add":[]}"#, words: "attachments.add: is not known; there are adds, updates, deletes"),
        Wrong(attachments: #"{"adds":[{"uploadId":"x"}]}"#, words: "uploads are not served; send the bytes"),
        Wrong(attachments: #"{"adds":[{"data":"*"}]}"#, words: "is no base 64"),
        Wrong(attachments: #"{"adds":[{"data":"aGk=","name":"a"}]}"#, words: "globalId: is missing"),
        Wrong(attachments: "[]", words: "no JSON object"),
    ])
    func `that cannot be read are refused whole`(row: Wrong) throws {
        for place in Place.allCases {
            let outcome = apply(place, "[]", row.attachments, try SiteProbe("anonymous"), more: row.more)
            #expect(outcome.error?["code"] == 400)
            #expect(outcome.error?["details"]?[1].string?.contains(row.words) == true, "\(outcome.json)")
        }
    }

    @Test func `an upload of edits is refused, for there is none`() throws {
        for operation in ["applyEdits", "0/applyEdits"] {
            let outcome = try SiteProbe("anonymous").send("POST", path + operation, form: "editsUploadId=abc&f=json")
            #expect(outcome.error?["details"]?[1].string?.contains("editsUploadId: uploads are not served") == true)
        }
    }

    @Test(arguments: [
        #"[{"attributes":{"STREET":"first","street":"third"}}]"#, #"[{"attributes":{"GlobalID":"a","GLOBALID":"b"}}]"#,
    ])
    func `a field that stands twice in other letters is no edit`(adds: String) throws {
        let probe = try SiteProbe("anonymous")
        let outcome = probe.send("POST", path + "0/applyEdits", form: "adds=\(PercentEncoding.encode(adds))&f=json")
        let error = outcome.json["addResults"]?[0]["error"]
        #expect(error?["description"]?.string?.contains("is the same field as") == true, "\(outcome.json)")
    }

    @Test func `a member that stands twice is refused`() throws {
        let adds = #"[{"attributes":{"STREET":"first","STREET":"second"}}]"#
        for operation in ["applyEdits", "addFeatures"] {
            let outcome = try SiteProbe("anonymous").send(
                "POST", path + "0/\(operation)",
                form: "\(operation == "applyEdits" ? "adds" : "features")=\(PercentEncoding.encode(adds))&f=json")
            #expect(outcome.error?["details"]?[1].string?.contains("a second time") == true, "\(outcome.json)")
        }
    }
}
