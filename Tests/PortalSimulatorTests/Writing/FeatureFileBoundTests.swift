import JSONValues
import Testing

@testable import PortalSimulator

/// A file of features is read as far as its bound, and no further.
@Suite struct `Bounds of files of features` {
    private let probe: SiteProbe
    private let token: String

    init() throws {
        var limits = ResourceLimits()
        limits.addedFeatures = 3
        probe = try SiteProbe("token", limits: limits)
        token = try probe.token(for: "alice")
    }

    /// So many features in a format.
    private func text(_ format: String, _ count: Int) -> String {
        switch format {
        case "csv": return "NAME,SIZE\n" + (0..<count).map { "Oak,\($0)\n" }.joined()
        case "geojson":
            let features = (0..<count).map { #"{"type": "Feature", "properties": {"SIZE": \#($0)}}"# }
            return #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#
        default:
            let layers = (0..<count).map { index in
                #"{"layerDefinition": {"fields": [{"name": "SIZE", "type": "esriFieldTypeInteger"}]}, "featureSet": {"features": [{"attributes": {"SIZE": \#(index)}}]}}"#
            }
            return #"{"layers": [\#(layers.joined(separator: ","))]}"#
        }
    }

    private func generate(_ format: String, _ text: String, _ parameters: String = "{}") -> SiteProbe.Outcome {
        probe.post(
            "content/features/generate", ["filetype": format, "text": text, "publishParameters": parameters],
            token: token)
    }

    private func count(_ outcome: SiteProbe.Outcome) -> Int? {
        outcome.json["featureCollection"]?["layers"]?.array?.reduce(0) {
            $0 + ($1["featureSet"]?["features"]?.array?.count ?? 0)
        }
    }

    @Test(arguments: ["csv", "geojson", "featureCollection"])
    func `what has more features than a layer takes is neither generated nor published`(format: String) {
        let whole = generate(format, text(format, 3))
        #expect(count(whole) == 3, "\(whole.text)")
        let parameters = ["filetype": format, "text": text(format, 4), "publishParameters": #"{"name": "Trees4"}"#]
        let published = probe.post("content/users/alice/publish", parameters, token: token)
        for refused in [generate(format, text(format, 4)), published] {
            #expect(refused.error?["message"] == "Storage quota exceeded.", "\(refused.text)")
            #expect(
                refused.error?["details"]?[0] == "a layer takes 3 features" && refused.reasons.hasSuffix("limits:false")
            )
        }
    }

    @Test(arguments: ["csv", "geojson", "featureCollection"])
    func `what is generated has as many features as its parameters ask for`(format: String) {
        #expect(count(generate(format, text(format, 5), #"{"maxRecordCount": 2}"#)) == 2)
        #expect(count(generate(format, text(format, 3), #"{"maxRecordCount": 1000}"#)) == 3)
        let refused = generate(format, text(format, 4), #"{"maxRecordCount": 1000}"#)
        #expect(refused.error?["details"]?[0] == "a layer takes 3 features", "\(refused.text)")
        for wrong in ["0", "-1", "1.5", "\"2\""] {
            let refused = generate(format, text(format, 1), #"{"maxRecordCount": \#(wrong)}"#)
            #expect(refused.text.contains("no whole number from 1"), "\(refused.text)")
        }
    }

    @Test(arguments: ["csv", "geojson", "featureCollection"])
    func `a layer that takes fewer than no features takes none`(format: String) throws {
        var limits = ResourceLimits()
        limits.addedFeatures = -5
        let probe = try SiteProbe("token", limits: limits)
        let refused = probe.post(
            "content/features/generate", ["filetype": format, "text": text(format, 1), "publishParameters": "{}"],
            token: try probe.token(for: "alice"))
        #expect(refused.error?["details"]?[0] == "a layer takes -5 features", "\(refused.text)")
    }

    @Test func `what would repeat long names too often is not generated`() throws {
        let probe = try SiteProbe("token")
        let names = (0..<60).map { "n\($0)_" + String(repeating: "x", count: 60) }.joined(separator: ",")
        let rows = Array(repeating: String(repeating: ",", count: 59), count: 9_000).joined(separator: "\n")
        let refused = probe.post(
            "content/features/generate", ["filetype": "csv", "text": names + "\n" + rows],
            token: try probe.token(for: "alice"))
        let words = "names of fields, once for each feature, take more than 33554432 bytes"
        #expect(refused.error?["details"]?[0].string == words, "\(refused.text.prefix(200))")
    }

    @Test func `what stands behind the bound is not looked at`() {
        let broken = text("csv", 4) + "\"not closed"
        #expect(count(generate("csv", broken, #"{"maxRecordCount": 2}"#)) == 2)
        #expect(generate("csv", broken).error?["details"]?[0] == "a layer takes 3 features")
        let rows = text("csv", 3) + "Elm,large\n\"not closed"
        let analyzed = probe.post("content/features/analyze", ["filetype": "csv", "text": rows], token: token)
        let fields = analyzed.json["publishParameters"]?["layerInfo"]?["fields"]?.array
        #expect(fields?.map { $0["type"] } == ["esriFieldTypeString", "esriFieldTypeInteger"], "\(analyzed.text)")
    }
}
