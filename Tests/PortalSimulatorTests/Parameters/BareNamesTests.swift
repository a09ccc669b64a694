import Testing

@testable import PortalSimulator

@Suite struct `Bare names in geometries` {
    @Test(arguments: [
        ("{x: -104, y: 35.6}", #"{"x": -104, "y": 35.6}"#),
        ("{xmin:1e3,ymin : 2}", #"{"xmin":1e3,"ymin" : 2}"#),
        (#"{"x": 1, y2: null}"#, #"{"x": 1, "y2": null}"#),
        (#"{"wkt": "a, b: \"c: d\"", z: true}"#, #"{"wkt": "a, b: \"c: d\"", "z": true}"#),
        (#"{"paths": [[[1, NaN]]]}"#, #"{"paths": [[[1, NaN]]]}"#),
        (#"{a"#, #"{a"#), ("", ""),
    ]) func `are quoted, and nothing else`(text: String, quoted: String) {
        #expect(BareNames.quoted(text) == quoted)
    }
}
