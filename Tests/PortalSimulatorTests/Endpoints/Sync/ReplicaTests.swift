import JSONValues
import Testing

@testable import PortalSimulator

@Suite struct `Replicas of a feature service` {
    private static let ids = [
        "{00001A01-0000-4000-8000-000000000001}", "{00001A02-0000-4000-8000-000000000002}",
        "{00001A03-0000-4000-8000-000000000003}", "{00001A04-0000-4000-8000-000000000004}",
    ]

    @Test func `have the features of their layers, and the generations that they are of`() throws {
        let probe = try SyncProbe()
        let replica = try probe.take()
        #expect(replica["replicaName"] == "Walk" && replica["replicaID"]?.string?.count == 36)
        #expect(replica["responseType"] == "esriReplicaResponseTypeData")
        #expect(replica["transportType"] == "esriTransportTypeEmbedded" && replica["targetType"] == "client")
        #expect(replica["layerServerGens"]?.array?.map { $0["id"] } == [0, 1])
        let layers = replica["layers"]?.array ?? []
        #expect(layers.map { $0["features"]?.array?.count } == [4, 3])
        let first = layers[0]["features"]?[0]
        #expect(first?["attributes"]?["GlobalID"]?.string == Self.ids[0] && first?["geometry"]?["x"] != nil)
        #expect(
            try probe.take([("layers", "[0]"), ("replicaSR", "4326")])["layers"]?[0]["features"]?[0]["geometry"]?["x"]
                .map { $0 != first?["geometry"]?["x"] } == true)
    }

    @Test func `bring edits in, and others' changes out`() throws {
        let probe = try SyncProbe()
        let replica = try probe.take()
        try probe.edit("updateFeatures", [("features", #"[{"attributes":{"OBJECTID":2,"STREET":"Theirs"}}]"#)])
        try probe.edit("deleteFeatures", [("objectIds", "3")])
        let own = "{6B29FC40-CA47-1067-B31D-00DD010662DA}"
        let edits: JSONValue = [
            [
                "id": 0,
                "features": [
                    "adds": [
                        ["attributes": ["GlobalID": .string(own), "STREET": "New"], "geometry": ["x": 1, "y": 2]]
                    ],
                    "updates": [["attributes": ["GlobalID": .string(Self.ids[0]), "STREET": "Own"]]],
                    "deleteIds": [.string(Self.ids[3])],
                ],
            ]
        ]
        let answer = probe.synchronize(replica, [("syncLayers", replica.syncLayers()), ("edits", edits.text())]).json
        #expect(answer["responseType"] == "esriReplicaResponseTypeEdits")
        let layer = answer["edits"]?[0]
        #expect(layer?["addResults"]?[0]["success"] == true && layer?["addResults"]?[0]["globalId"] == .string(own))
        #expect(layer?["updateResults"]?[0]["success"] == true && layer?["deleteResults"]?[0]["success"] == true)
        let changes = layer?["features"]
        #expect(changes?["adds"] == [] && changes?["deleteIds"] == [.string(Self.ids[2])])
        #expect(changes?["updates"]?.array?.map { $0["attributes"]?["STREET"] } == ["Theirs"])
        let table = probe.site.server(
            "rest/services/Inspections/FeatureServer/0/query?where=1=1&outFields=STREET&orderByFields=OBJECTID"
        ).json["features"]?.array
        #expect(table?.map { $0["attributes"]?["STREET"] } == ["Own", "Theirs", "New"])
        // Nothing of it is told again.
        let again = probe.synchronize(replica, [("syncLayers", answer.syncLayers())]).json
        #expect(again["responseType"] == "esriReplicaResponseTypeNoEdits" && again["edits"] == nil)
        // An answer that was lost is given again.
        let lost = probe.synchronize(replica, [("syncLayers", replica.syncLayers())]).json
        #expect(lost["edits"]?[0]["features"]?["deleteIds"] == [.string(Self.ids[2])])
    }

    @Test func `count all layers as one where that is asked for`() throws {
        let probe = try SyncProbe()
        let replica = try probe.take([("syncModel", "perReplica")])
        #expect(replica["replicaServerGen"] == 1 && replica["layerServerGens"] == nil)
        try probe.edit("deleteFeatures", [("objectIds", "1")], layer: 1)
        let answer = probe.synchronize(replica, [("replicaServerGen", "1"), ("syncDirection", "download")]).json
        #expect(answer["replicaServerGen"] == 2 && answer["edits"]?[0]["id"] == 1)
        #expect(answer["edits"]?[0]["features"]?["deleteIds"]?.array?.count == 1)
        let upload = probe.synchronize(
            replica,
            [
                ("syncDirection", "upload"),
                ("edits", #"{"layers":[{"id":0,"features":{"deleteIds":["\#(Self.ids[1])"]}}]}"#),
            ]
        ).json
        #expect(upload["replicaServerGen"] == 2 && upload["edits"]?[0]["deleteResults"]?[0]["success"] == true)
        #expect(upload["edits"]?[0]["features"] == nil)
        let next = probe.synchronize(replica, [("replicaServerGen", "2")]).json
        #expect(next["responseType"] == "esriReplicaResponseTypeNoEdits" && next["replicaServerGen"] == 3)
        let unknown = probe.synchronize(replica, [("replicaServerGen", "77")])
        #expect(unknown.error?["details"]?[1].string?.contains("77 is none that was told lately") == true)
        let snapshot = probe.synchronize(replica, [("syncDirection", "snapshot")]).json
        #expect(snapshot["responseType"] == "esriReplicaResponseTypeData")
        #expect(snapshot["layers"]?.array?.map { $0["features"]?.array?.count } == [3, 2])
    }

    @Test func `hold what their queries find, and lose what leaves it`() throws {
        let probe = try SyncProbe()
        let replica = try probe.take([
            ("layers", "0"), ("layerQueries", #"{"0":{"where":"STREET = 'Main Street'","useGeometry":false}}"#),
        ])
        #expect(replica["layers"]?[0]["features"]?.array?.count == 1)
        try probe.edit("updateFeatures", [("features", #"[{"attributes":{"OBJECTID":1,"STREET":"Elsewhere"}}]"#)])
        try probe.edit("updateFeatures", [("features", #"[{"attributes":{"OBJECTID":2,"PRESSURE":1}}]"#)])
        let answer = probe.synchronize(replica, [("syncLayers", replica.syncLayers("download"))]).json
        #expect(answer["edits"]?[0]["features"]?["updates"] == [])
        #expect(answer["edits"]?[0]["features"]?["deleteIds"]?.array?.contains(.string(Self.ids[0])) == true)
        let area = try probe.take([
            ("layers", "0"), ("geometry", "-1,-1,0,0"), ("geometryType", "esriGeometryEnvelope"), ("inSR", "4326"),
        ])
        #expect(area["layers"]?[0]["features"] == [])
        let empty = try probe.take([("layers", "0"), ("layerQueries", #"{"0":{"queryOption":"none"}}"#)])
        #expect(empty["layers"]?[0]["features"] == [])
    }

    @Test func `edits that fail are told, alone or with all`() throws {
        let edits =
            #"[{"id":0,"features":{"updates":[{"attributes":{"GlobalID":"{00000000-0000-4000-8000-000000000000}"}}],"deleteIds":["\#(Self.ids[0])"]}}]"#
        for (rollsBack, left) in [("true", 4), ("false", 3)] {
            let probe = try SyncProbe()
            let replica = try probe.take()
            let answer = probe.synchronize(
                replica,
                [("syncLayers", replica.syncLayers()), ("edits", edits), ("rollbackOnFailure", rollsBack)]
            ).json
            #expect(answer["edits"]?[0]["updateResults"]?[0]["success"] == false, "\(answer)")
            #expect(answer["edits"]?[0]["deleteResults"]?[0]["success"] == .bool(left == 3))
            let count = probe.site.server(
                "rest/services/Inspections/FeatureServer/0/query?where=1=1&returnCountOnly=true")
            #expect(count.json["count"] == .integer(Int64(left)))
        }
    }

    struct Lost: CustomTestStringConvertible, Sendable {
        let name: String
        let value: String
        let words: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Lost(name: "edits", value: #"[{"id":0,"feature":{}}]"#, words: "edits[0].feature: is not known"),
        Lost(
            name: "edits", value: #"[{"id":0,"features":{"deletes":[]}}]"#,
            words: "features.deletes: is not known; there are adds, updates, deleteIds"),
        Lost(
            name: "edits", value: #"[{"id":0,"attachments":{"deleteIds":["{CCCCCCCC-0000-4000-8000-000000000001}"]}}]"#,
            words: "attachments do not go with replicas"),
        Lost(name: "edits", value: #"[{"id":0,"id":0}]"#, words: "a second time"),
        Lost(name: "editsUploadId", value: "abc", words: "uploads are not served"),
        Lost(name: "syncLayers", value: #"[{"id":0,"serverGen":1.5}]"#, words: "serverGen: 1.5 is no whole number"),
        Lost(name: "syncLayers", value: #"[{"id":0,"serverGen":"1"}]"#, words: "serverGen: \"1\" is no whole number"),
        Lost(name: "syncLayers", value: #"[{"id":0,"serverGen":1e30}]"#, words: "is no whole number"),
        Lost(name: "syncLayers", value: #"[{"id":0}]"#, words: "serverGen: is missing"),
    ])
    func `what would be lost of edits is refused`(row: Lost) throws {
        let probe = try SyncProbe()
        let replica = try probe.take()
        let layers = row.name == "syncLayers" ? [] : [("syncLayers", replica.syncLayers())]
        let outcome = probe.synchronize(replica, layers + [(row.name, row.value)])
        #expect(outcome.error?["details"]?[1].string?.contains(row.words) == true, "\(outcome.json)")
    }

    @Test func `edits may say that there are no attachments`() throws {
        let probe = try SyncProbe()
        let replica = try probe.take()
        let edits =
            #"[{"id":0,"features":{"adds":[],"updates":[],"deleteIds":[]},"attachments":{"adds":[],"updates":[],"deleteIds":[]}}]"#
        let outcome = probe.synchronize(replica, [("syncLayers", replica.syncLayers()), ("edits", edits)])
        #expect(outcome.error == nil, "\(outcome.json)")
    }

    @Test func `come as files too, and by jobs in portal time`() throws {
        var probe = try SyncProbe("token", as: "alice")
        let file = probe.post("createReplica", [("layers", "0"), ("syncModel", "perLayer")]).json
        #expect(file["transportType"] == "esriTransportTypeUrl" && file["layers"] == nil)
        let data = probe.get(file["URL"]?.string ?? "")
        #expect(data.json["layers"]?[0]["features"]?.array?.count == 4 && data.json["replicaID"] == file["replicaID"])
        #expect(data.header("Content-Type")?.hasPrefix("application/json") == true)
        let begun = probe.post("createReplica", [("layers", "0"), ("async", "true")]).json
        let status = begun["statusUrl"]?.string ?? ""
        #expect(probe.get(status).json["status"] == "InProgress")
        probe.site.time += 1_000
        let done = probe.get(status).json
        #expect(done["status"] == "Completed" && done["replicaID"] != nil)
        #expect(probe.get(done["resultUrl"]?.string ?? "").json["layers"] != nil)
        // They are those of the one who asked.
        var other = probe
        other.token = try probe.site.token(for: "dana")
        #expect(other.get(done["resultUrl"]?.string ?? "").error?["code"] == 404)
        #expect(other.get(status).error?["code"] == 404)
    }

    @Test func `are listed, shown and forgotten by the one who took them`() throws {
        let probe = try SyncProbe("token", as: "alice")
        let replica = try probe.take()
        let id = replica["replicaID"]?.string ?? ""
        #expect(probe.get("replicas").json == [["replicaName": "Walk", "replicaID": .string(id)]])
        let info = probe.get("replicas/\(id)").json
        #expect(info["replicaOwner"] == "alice" && info["syncModel"] == "perLayer")
        #expect(info["layers"]?.array?.map { $0["queryOption"] } == ["useFilter", "useFilter"])
        var other = probe
        other.token = try probe.site.token(for: "dana")
        #expect(other.get("replicas").json == [])
        #expect(other.post("unRegisterReplica", [("replicaID", id)]).error?["message"] == "Invalid replica ID.")
        #expect(other.synchronize(replica, []).error?["message"] == "Invalid replica ID.")
        #expect(probe.post("unRegisterReplica", [("replicaID", "{\(id.lowercased())}")]).json == ["success": true])
        #expect(probe.get("replicas").json == [] && probe.get("replicas/\(id)").error != nil)
        let once = try probe.take()
        _ = probe.synchronize(once, [("syncLayers", once.syncLayers()), ("closeReplica", "true")])
        #expect(probe.get("replicas").json == [])
        let none = try probe.take([("syncModel", "none")])
        #expect(none["replicaID"] == nil && none["layers"] != nil && probe.get("replicas").json == [])
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        let parameters: [(String, String)]
        let words: String
        var testDescription: String { words }
    }

    @Test(arguments: [
        Wrong(parameters: [("layers", "")], words: "name the ids of the layers"),
        Wrong(parameters: [("layers", "7")], words: "has 0, 1"),
        Wrong(parameters: [("syncModel", "perFeature")], words: "is none of perReplica, perLayer, none"),
        Wrong(parameters: [("syncDirection", "sideways")], words: "upload, download, bidirectional, snapshot"),
        Wrong(parameters: [("dataFormat", "sqlite")], words: "only json is written here"),
        Wrong(parameters: [("targetType", "server")], words: "only client is served"),
        Wrong(parameters: [("returnAttachments", "true")], words: "attachments are not taken along"),
        Wrong(parameters: [("transportType", "pigeon")], words: "neither esriTransportTypeUrl"),
        Wrong(parameters: [("replicaSR", "1")], words: "is not known"),
        Wrong(parameters: [("async", "perhaps")], words: "neither true nor false"),
        Wrong(parameters: [("layerQueries", "[]")], words: "no JSON object from layer ids"),
        Wrong(parameters: [("layerQueries", #"{"5":{}}"#)], words: "names the layer 5"),
        Wrong(parameters: [("layerQueries", #"{"0":{"where":"NO SUCH"}}"#)], words: "layerQueries"),
        Wrong(parameters: [("layerQueries", #"{"0":{"queryOption":"some"}}"#)], words: "none, useFilter, all"),
        Wrong(parameters: [("geometry", "x")], words: "geometry"),
        Wrong(parameters: [("replicaName", String(repeating: "n", count: 300))], words: "more than 250 bytes"),
    ])
    func `are refused where a parameter is wrong`(row: Wrong) throws {
        let probe = try SyncProbe()
        let own = Set(row.parameters.map(\.0))
        let outcome = probe.post(
            "createReplica", (own.contains("layers") ? [] : [("layers", "0")]) + row.parameters)
        #expect(outcome.error?["code"] == 400)
        #expect(outcome.error?["details"]?.text().contains(row.words) == true, "\(outcome.text)")
        #expect(probe.get("replicas").json == [])
    }

    @Test(arguments: [
        Wrong(parameters: [], words: "syncLayers: is missing"),
        Wrong(parameters: [("syncLayers", "{}")], words: "no JSON list"),
        Wrong(parameters: [("syncLayers", #"[{"id":9,"serverGen":1}]"#)], words: "is no layer of the replica"),
        Wrong(parameters: [("syncLayers", #"[{"id":0}]"#)], words: "serverGen: is missing"),
        Wrong(parameters: [("syncLayers", #"[{"id":0,"serverGen":1},{"id":0,"serverGen":1}]"#)], words: "twice"),
        Wrong(
            parameters: [("syncLayers", #"[{"id":0,"serverGen":1,"syncDirection":"up"}]"#)], words: "is none of upload"),
        Wrong(
            parameters: [
                ("syncLayers", #"[{"id":0,"serverGen":1,"syncDirection":"download"}]"#), ("edits", #"[{"id":0}]"#),
            ], words: "not among those that are uploaded"),
        Wrong(
            parameters: [
                ("syncLayers", #"[{"id":0,"serverGen":1}]"#), ("edits", #"[{"id":0,"features":{"adds":3}}]"#),
            ],
            words: "edits[0].features.adds"),
        Wrong(
            parameters: [
                ("syncLayers", #"[{"id":0,"serverGen":1}]"#), ("edits", #"[{"id":0,"features":{"deleteIds":[3]}}]"#),
            ], words: "no global id"),
    ])
    func `are not synchronized where a parameter is wrong`(row: Wrong) throws {
        let probe = try SyncProbe()
        let outcome = probe.synchronize(try probe.take(), row.parameters)
        #expect(outcome.error?["code"] == 400)
        #expect(outcome.error?["details"]?.text().contains(row.words) == true, "\(outcome.text)")
    }

    @Test func `an upload tells no generation that the client did not say, and a limit that it reached`() throws {
        var limits = ResourceLimits()
        limits.addedFeatures = 0
        let probe = try SyncProbe(limits: limits)
        let replica = try probe.take([("layers", "0")])
        let edits =
            #"[{"id":0,"features":{"adds":[{"attributes":{"GlobalID":"{6B29FC40-CA47-1067-B31D-00DD010662DA}"}}]}}]"#
        let answer = probe.synchronize(
            replica, [("syncLayers", #"[{"id":0,"syncDirection":"upload"}]"#), ("edits", edits)])
        #expect(answer.json["layerServerGens"] == [] && answer.reasons.contains("limits:false"), "\(answer.text)")
        #expect(answer.json["edits"]?[0]["addResults"]?[0]["success"] == false)
        let told = probe.synchronize(replica, [("syncLayers", replica.syncLayers("upload"))]).json
        #expect(told["layerServerGens"] == replica["layerServerGens"])
    }

    @Test func `nothing is edited where the answer cannot be made`() throws {
        let probe = try SyncProbe("token", as: "alice")
        let admin = "/server/rest/admin/services/Hosted/Walks/FeatureServer/"
        let created = probe.post(
            "createService",
            [("createParameters", #"{"name":"Walks","capabilities":"Query,Create,Update,Delete,Editing,Sync"}"#)],
            path: "/portal/sharing/rest/content/users/alice/")
        try #require(created.json["success"] == true, "\(created.text)")
        let layer =
            #"{"layers":[{"name":"Walks","geometryType":"esriGeometryPoint","fields":[{"name":"GlobalID","type":"esriFieldTypeGlobalID"},{"name":"KIND","type":"esriFieldTypeString"}]}]}"#
        #expect(probe.post("addToDefinition", [("addToDefinition", layer)], path: admin).json["success"] == true)
        let service = "/server/rest/services/Hosted/Walks/FeatureServer/"
        let replica = probe.post(
            "createReplica",
            [
                ("layers", "0"), ("syncModel", "perLayer"), ("transportType", "esriTransportTypeEmbedded"),
                ("layerQueries", #"{"0":{"where":"KIND = 'a'"}}"#),
            ], path: service
        ).json
        let gone = probe.post(
            "0/deleteFromDefinition", [("deleteFromDefinition", #"{"fields":[{"name":"KIND"}]}"#)], path: admin)
        try #require(gone.json["success"] == true, "\(gone.text)")
        let edits =
            #"[{"id":0,"features":{"adds":[{"attributes":{"GlobalID":"{6B29FC40-CA47-1067-B31D-00DD010662DA}"}}]}}]"#
        let refused = probe.post(
            "synchronizeReplica",
            [
                ("replicaID", replica["replicaID"]?.string ?? ""), ("syncLayers", replica.syncLayers()),
                ("edits", edits),
            ], path: service)
        #expect(refused.error?["code"] == 400, "\(refused.text)")
        let left = probe.post("0/query", [("where", "1=1"), ("returnCountOnly", "true")], path: service)
        #expect(left.json["count"] == 0, "\(left.text)")
    }

    @Test func `go one way only where they were taken so`() throws {
        let probe = try SyncProbe()
        let replica = try probe.take([("syncDirection", "download")])
        let refused = probe.synchronize(replica, [("syncLayers", replica.syncLayers("upload"))])
        #expect(refused.error?["details"]?[1].string?.contains("taken for download only") == true, "\(refused.text)")
    }

    @Test func `are of services that offer it, and end at the replicas that a portal keeps`() throws {
        var limits = ResourceLimits()
        limits.replicas = 1
        let probe = try SyncProbe(limits: limits)
        _ = try probe.take()
        let full = probe.post("createReplica", [("layers", "0")])
        #expect(full.error?["details"]?[0].string?.contains("keeps 1 replicas") == true)
        #expect(full.reasons.contains("limits:false"))
        let traffic = "/server/rest/services/Traffic/FeatureServer/"
        for operation in ["createReplica", "synchronizeReplica", "unRegisterReplica", "extractChanges"] {
            let refused = probe.post(operation, [("layers", "0")], path: traffic)
            #expect(refused.error?["message"] == "This operation is not supported.", "\(operation)")
        }
        let service = probe.get("").json
        #expect(service["syncEnabled"] == true && service["syncCapabilities"]?["supportsPerLayerSync"] == true)
    }

    @Test func `files are forgotten once there are too many`() throws {
        var limits = ResourceLimits()
        limits.resultBytes = 3_000
        let probe = try SyncProbe(limits: limits)
        let first = probe.post("createReplica", [("layers", "0")]).json["URL"]?.string ?? ""
        #expect(probe.get(first).json["layers"] != nil)
        _ = probe.post("createReplica", [("layers", "0")])
        _ = probe.post("createReplica", [("layers", "0")])
        #expect(probe.get(first).error?["code"] == 404)
        limits.resultBytes = 10
        let small = try SyncProbe(limits: limits).post("createReplica", [("layers", "0")])
        #expect(small.error?["details"]?[0].string?.contains("10 are kept") == true)
    }
}
