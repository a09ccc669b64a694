import JSONValues
import PortalJudge
import Testing

@testable import PortalSimulator

/// What clients write is bounded in bytes, however few things it is.
@Suite struct `Bytes that clients write` {
    private static let long = String(repeating: "x", count: 200_000)

    private func probe(_ preset: String = "token", bytes: Int = 150_000) throws -> SiteProbe {
        var limits = ResourceLimits()
        limits.contentBytes = bytes
        return try SiteProbe(preset, limits: limits)
    }

    struct Write: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let fields: [String: String]
        var files: [String] = []
    }

    private static let writes = [
        Write(
            testDescription: "a group", path: "community/createGroup",
            fields: ["title": "Crew of the night", "description": long, "access": "org"]),
        Write(
            testDescription: "a group's tags", path: "community/createGroup",
            fields: ["title": "Crew of the night", "tags": long]),
        Write(
            testDescription: "a group's picture", path: "community/createGroup",
            fields: ["title": "Crew of the night"], files: ["a.png"]),
        Write(
            testDescription: "a service", path: "content/users/dana/createService",
            fields: ["createParameters": "{\"name\": \"Long\", \"description\": \"\(long)\"}"]),
        Write(
            testDescription: "a published file", path: "content/users/dana/publish",
            fields: [
                "filetype": "csv", "publishParameters": "{\"name\": \"Rows\"}", "text": "NAME\n\(long)",
            ]),
    ]

    @Test(arguments: writes) func `are refused once there are too many`(write: Write) throws {
        let probe = try probe()
        let dana = try probe.token(for: "dana")
        let files = write.files.map { (field: "thumbnail", name: $0, bytes: Self.long) }
        let refused = probe.post(write.path, write.fields, files: files, token: dana)
        let words =
            "the portal keeps 150000 bytes of groups, users, organizations, services and replicas until it is reset"
        #expect(refused.error?["message"] == "Storage quota exceeded.", "\(refused.text)")
        #expect(refused.error?["details"]?[0].string == words)
        #expect(refused.answer.notes.decisions.last?.gate == "limits")
        let roomy = try self.probe(bytes: 10_000_000)
        let done = roomy.post(write.path, write.fields, files: files, token: try roomy.token(for: "dana"))
        #expect(done.error == nil, "\(done.text)")
    }

    @Test func `count the layers of a service`() throws {
        let probe = try probe()
        let dana = try probe.token(for: "dana")
        #expect(
            probe.post("content/users/dana/createService", ["createParameters": "{\"name\": \"Long\"}"], token: dana)
                .error == nil)
        let admin = "/server/rest/admin/services/Hosted/Long/FeatureServer"
        func add(_ description: String) -> SiteProbe.Outcome {
            let layers = """
                {"tables": [{"name": "T", "type": "Table", "description": "\(description)",
                "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}]}]}
                """
            return probe.send(
                "POST", admin + "/addToDefinition", headers: [("X-Esri-Authorization", "Bearer \(dana)")],
                form: probe.form(["addToDefinition": layers]))
        }
        #expect(add(Self.long).error?["message"] == "Storage quota exceeded.")
        #expect(add("short").json["success"] == true)
        let named = probe.send(
            "POST", admin + "/0/updateDefinition", headers: [("X-Esri-Authorization", "Bearer \(dana)")],
            form: probe.form(["updateDefinition": "{\"name\": \"\(String(repeating: "n", count: 251))\"}"]))
        #expect(
            named.error?["details"]?[0].string
                == "'updateDefinition' parameter cannot be used: name has more than 250 bytes: 251")
    }

    @Test func `count replicas, which strangers take too`() throws {
        var limits = ResourceLimits()
        limits.contentBytes = 20_000
        let probe = try SyncProbe(limits: limits)
        let area = #"{"xmin":0,"ymin":0,"xmax":1,"ymax":1,"spatialReference":{"wkid":4326},"note":"\#(Self.long)"}"#
        let fields = [("layers", "0"), ("geometry", area), ("geometryType", "esriGeometryEnvelope")]
        let refused = probe.post("createReplica", fields)
        #expect(refused.error?["message"] == "Storage quota exceeded.", "\(refused.text)")
        #expect(refused.reasons.contains("limits:false"))
        #expect(try probe.take()["replicaID"] != nil)
    }

    @Test func `are given back with what they were written into`() throws {
        let probe = try probe(bytes: 450_000)
        let dana = try probe.token(for: "dana")
        func make(_ title: String) -> SiteProbe.Outcome {
            probe.post("community/createGroup", ["title": title, "description": Self.long], token: dana)
        }
        let first = make("One").json["group"]?["id"]?.string ?? ""
        #expect(make("Two").error == nil)
        #expect(make("Three").error != nil)
        #expect(probe.post("community/groups/\(first)/delete", token: dana).error == nil)
        #expect(make("Three").error == nil)
        #expect(make("Four").error != nil)
    }

    @Test func `are bounded in one text`() throws {
        let probe = try SiteProbe("token")
        let dana = try probe.token(for: "dana")
        let person = ["username": "newcomer", "password": "password-1", "role": "org_user"]
        let crew = "community/groups/b0a70000000000000000000000000003/createNotification"
        let rows: [(String, [String: String], String)] = [
            (
                "portals/self/createRole", ["name": "R", "description": Self.long],
                "'description' parameter has more than 65536 bytes: 200000"
            ),
            (
                "portals/self/createUser", person.merging(["firstname": Self.long]) { $1 },
                "'firstname' parameter has more than 4096 bytes: 200000"
            ),
            (
                "portals/self/createUser", person.merging(["password": "1" + Self.long]) { $1 },
                "'password' parameter has more than 128 bytes: 200001"
            ),
            (
                "portals/self/settings/update", [Self.long: "1"],
                "'\(Self.long.prefix(40))…' parameter cannot be kept: its name has more than 250 bytes: 200000"
            ),
            (
                crew, ["message": "m", "notifyAll": "true", "subject": Self.long],
                "'subject' parameter has more than 250 bytes: 200000"
            ),
        ]
        for (path, fields, words) in rows {
            let refused = probe.post(path, fields, token: dana)
            #expect(refused.error?["code"] == 400 && refused.error?["details"]?[0].string == words, "\(path)")
        }
    }
}
