import JSONValues
import Testing

@testable import PortalSimulator

/// What clients add to all layers of a portal together is bounded.
@Suite struct `Bytes of the features of all layers`: HostedBenches {
    let probe: SiteProbe
    let alice: String

    init() throws {
        var limits = ResourceLimits()
        limits.featureBytes = 5_000
        probe = try SiteProbe("token", limits: limits)
        alice = try probe.token(for: "alice")
    }

    private static let words = "clients may add 5000 bytes to the layers of the portal"

    private func features(_ count: Int) -> String {
        "[" + Array(repeating: #"{"attributes":{}}"#, count: count).joined(separator: ",") + "]"
    }

    private func add(_ count: Int, to layer: Int) -> SiteProbe.Outcome {
        post(
            "/server/rest/services/Hosted/Benches/FeatureServer/\(layer)/applyEdits",
            ["adds": features(count), "rollbackOnFailure": "false"])
    }

    private func count(_ layer: Int) -> JSONValue? {
        service("/\(layer)/query?where=1=1&returnCountOnly=true")["count"]
    }

    private func publish(_ name: String) -> SiteProbe.Outcome {
        // Three values and the feature itself, 112 bytes, 40 times.
        let rows = (0..<40).map { "Oak,\($0)\n" }.joined()
        return probe.post(
            "content/users/alice/publish",
            ["filetype": "csv", "text": "NAME,SIZE\n" + rows, "publishParameters": "{\"name\": \"\(name)\"}"],
            token: alice)
    }

    @Test func `are those of published files, and given back with their layers`() {
        #expect(publish("FirstOaks").error == nil)
        let refused = publish("SecondOaks")
        #expect(refused.error?["message"] == "Storage quota exceeded.", "\(refused.text)")
        #expect(refused.text.contains(Self.words) && refused.reasons.hasSuffix("limits:false"), "\(refused.text)")
        let deleted = post(
            "/server/rest/admin/services/Hosted/FirstOaks/FeatureServer/deleteFromDefinition",
            ["deleteFromDefinition": #"{"layers": [{"id": 0}]}"#])
        #expect(deleted.json["success"] == true, "\(deleted.text)")
        let published = publish("SecondOaks")
        #expect(published.error == nil, "\(published.text)")
    }

    @Test func `are those of fields, and a refused field loses no edit`() throws {
        _ = try prepared()
        let added = add(40, to: 0)
        #expect(added.error == nil, "\(added.text)")
        let field = #"{"fields": [{"name": "AGE", "type": "esriFieldTypeInteger"}]}"#
        let refused = post(Self.admin + "/0/addToDefinition", ["addToDefinition": field])
        #expect(refused.error?["message"] == "Storage quota exceeded." && refused.text.contains(Self.words))
        let more = add(1, to: 0)
        #expect(more.json["addResults"]?[0]["success"] == true, "\(more.text)")
        #expect(count(0) == 41)
    }

    @Test func `are those of edits in each of them`() throws {
        _ = try prepared()
        #expect(add(30, to: 0).error == nil)
        // 3360 there, and 96 for each of these.
        let results = add(30, to: 1).json["addResults"]?.array ?? []
        #expect(results.map { $0["success"] == true }.filter { $0 }.count == 17)
        #expect(results.last?["error"]?["description"]?.string?.contains(Self.words) == true)
        #expect(count(1) == 17)
    }

    @Test func `are those of edits of several in one request`() throws {
        _ = try prepared()
        let edits = #"[{"id":0,"adds":\#(features(30))},{"id":1,"adds":\#(features(30))}]"#
        let applied = post(
            "/server/rest/services/Hosted/Benches/FeatureServer/applyEdits",
            ["edits": edits, "rollbackOnFailure": "false"])
        #expect(applied.text.contains(Self.words), "\(applied.text)")
        #expect(count(0) == 30 && count(1) == 17)
    }
}
