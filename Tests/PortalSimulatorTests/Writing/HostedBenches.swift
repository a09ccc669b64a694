import JSONValues
import Testing

/// A hosted service of benches that alice makes.
protocol HostedBenches {
    var probe: SiteProbe { get }
    var alice: String { get }
}

extension HostedBenches {
    static var admin: String { "/server/rest/admin/services/Hosted/Benches/FeatureServer" }

    /// A POST of a form at the server.
    @discardableResult
    func post(_ path: String, _ fields: [String: String] = [:], token: String? = nil) -> SiteProbe.Outcome {
        let form = probe.form(fields)
        return probe.send(
            "POST", path, headers: [("X-Esri-Authorization", "Bearer \(token ?? alice)")], form: form)
    }

    func create(
        _ parameters: String = #"{"name": "Benches", "capabilities": "Query, Create,Update,Delete,Editing"}"#
    )
        throws -> String
    {
        let answer = probe.post("content/users/alice/createService", ["createParameters": parameters], token: alice)
        return try #require(answer.json["itemId"]?.string, "\(answer.text)")
    }

    static var layers: String {
        #"""
        {"layers": [{"name": "Benches", "type": "Feature Layer", "geometryType": "esriGeometryPoint", "fields": [
            {"name": "OBJECTID", "type": "esriFieldTypeOID"}, {"name": "KIND", "type": "esriFieldTypeString", "length": 20},
            {"name": "SEATS", "type": "esriFieldTypeInteger", "alias": "Seats"}]}],
         "tables": [{"name": "Visits", "type": "Table", "fields": [{"name": "NOTE", "type": "esriFieldTypeString"}]}]}
        """#
    }

    func prepared() throws -> String {
        let item = try create()
        let added = post(Self.admin + "/addToDefinition", ["addToDefinition": Self.layers])
        #expect(added.json["success"] == true, "\(added.text)")
        #expect(
            added.json["layers"] == [["name": "Benches", "id": 0]]
                && added.json["tables"] == [["name": "Visits", "id": 1]])
        return item
    }

    func service(_ rest: String = "", token: String? = nil) -> JSONValue {
        probe.server("rest/services/Hosted/Benches/FeatureServer\(rest)", token: token ?? alice).json
    }
}
