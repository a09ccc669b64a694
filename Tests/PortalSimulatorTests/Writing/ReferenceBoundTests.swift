import JSONValues
import Testing

@testable import PortalSimulator

/// However many lists of features one request brings, they name so many spatial references together.
@Suite struct `Spatial references of one request`: HostedBenches {
    let probe: SiteProbe
    let alice: String

    init() throws {
        probe = try SiteProbe("token")
        alice = try probe.token(for: "alice")
    }

    private func generate(_ layers: [String]) -> SiteProbe.Outcome {
        probe.post(
            "content/features/generate",
            ["filetype": "featureCollection", "text": #"{"layers": [\#(layers.joined(separator: ","))]}"#],
            token: alice)
    }

    @Test func `are those of all layers of a file`() {
        func layers(_ count: Int) -> [String] {
            (1...count).map {
                #"{"layerDefinition": {}, "featureSet": {"features": [], "spatialReference": {"wkid": -\#($0)}}}"#
            }
        }
        let read = generate(layers(16))
        #expect(read.error == nil, "\(read.text)")
        let refused = generate(layers(17))
        #expect(refused.text.contains("layers[16].spatialReference: is one of more than 16 in one file"))
    }

    @Test func `are those of the features of all layers of a file`() {
        func layer(_ number: Int) -> String {
            let geometry = #"{"x": 0, "y": 0, "spatialReference": {"wkid": -\#(number)}}"#
            let feature = #"{"attributes": {}, "geometry": \#(geometry)}"#
            return #"{"layerDefinition": {}, "featureSet": {"features": [{"attributes": {}}, \#(feature)]}}"#
        }
        // Tables, whose geometries are not looked at otherwise.
        let read = generate((1...16).map(layer))
        #expect(read.error == nil, "\(read.text)")
        #expect(generate((1...17).map(layer)).text.contains("is one of more than 16 in one file"))
    }

    @Test func `are looked for in so many layers`() {
        let layer = #"{"layerDefinition": {}, "featureSet": {"features": []}}"#
        let refused = generate(Array(repeating: layer, count: 101))
        #expect(refused.text.contains("layers: has 101 layers; at most 100 are read"), "\(refused.text.prefix(300))")
    }

    @Test func `are those of the edits of all layers`() throws {
        _ = try prepared()
        func features(_ numbers: Range<Int>) -> String {
            let features = numbers.map {
                #"{"attributes":{},"geometry":{"x":0,"y":0,"spatialReference":{"wkid":\#($0 + 900_000_000)}}}"#
            }
            return "[\(features.joined(separator: ","))]"
        }
        let edits = #"[{"id":0,"adds":\#(features(0..<9))},{"id":1,"adds":\#(features(9..<18))}]"#
        let refused = post("/server/rest/services/Hosted/Benches/FeatureServer/applyEdits", ["edits": edits])
        #expect(refused.text.contains("[7].geometry.spatialReference is one of more than 16 in one request"))
    }
}
